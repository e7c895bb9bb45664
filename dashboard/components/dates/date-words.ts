import type { WaitDate } from "#contract/v2/step-waits.ts";

const DAY_AND_TIME = {
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
} as const;

/** "Mon, 30 Nov 2026, 09:00" in a zone. */
export const dateInZone = (moment: string, timeZone: string): string =>
  new Intl.DateTimeFormat("en-GB", { ...DAY_AND_TIME, timeZone }).format(new Date(moment));

/** The same of what a clock shows. */
export const wallDate = (local: string): string => dateInZone(`${local}Z`, "UTC");

/** "09:00", with seconds where there are any. */
const wallClock = (local: string): string => local.slice(11).replace(/:00$/, "");

/** "28 Mar" */
const wallDay = (local: string): string =>
  new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" }).format(new Date(`${local}Z`));

/** The change of the clock that a moment is affected by, in words; undefined where there is none. */
export function clockChangeText(date: WaitDate, happens: "ends" | "fires" = "ends"): string | undefined {
  const { clockChange, skipped, repeated, local } = date;
  if (skipped) {
    return `The clock goes forward: ${wallClock(skipped)} does not exist, ${happens} at ${wallClock(local)}`;
  }
  if (repeated) return `The clock goes back: ${wallClock(local)} comes twice, ${happens} the ${repeated} time`;
  if (!clockChange) return undefined;
  const { from, to } = clockChange;
  const direction = to > from ? "forward" : "back";
  return `Since ${wallDay(to)} the clock is ${direction} from ${wallClock(from)} to ${wallClock(to)}`;
}
