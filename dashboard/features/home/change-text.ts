import { compactCount } from "#dashboard/components/display/compact-number.ts";

export type Direction = "more" | "fewer" | "same";

/** Compares a number with the one of the period before: "+8 %, up from 1.2k in the 24 hours before". */
export function changeOf(count: number, previous: number, period: string): { direction: Direction; text: string } {
  const before = `in the ${period} before`;
  if (count === previous)
    return { direction: "same", text: count === 0 ? `None in the previous ${period} either` : `As many as ${before}` };
  const direction = count > previous ? "more" : "fewer";
  if (previous === 0) return { direction, text: `None ${before}` };
  const percent = Math.round((Math.abs(count - previous) / previous) * 100);
  const sign = count > previous ? "+" : "−";
  // What grew tenfold and more reads better as its former number alone.
  const share = percent > 999 ? "" : `${sign}${percent === 0 ? "<1" : percent} %, `;
  const text = `${share}${count > previous ? "up" : "down"} from ${compactCount(previous)} ${before}`;
  return { direction, text: text.charAt(0).toUpperCase() + text.slice(1) };
}
