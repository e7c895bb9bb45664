import { tzOffset } from "@date-fns/tz";
import { DAY, MINUTE } from "#contract/constants/values/times.ts";

/** A moment at which the clocks of a zone are changed, with what they show before and after it, in minutes from UTC. */
export interface ClockChange {
  at: Date;
  offsetBefore: number;
  offsetAfter: number;
}

/** Beyond this, changes cancel each other out, and nobody asks for the first of them. */
const LONGEST_MS = 400 * DAY;

/** The last change of the clock after one moment, up to another one that is at most 400 days later; undefined where there is none. */
export function lastClockChange(timezone: string, after: Date, upTo: Date): ClockChange | undefined {
  const start = Math.max(after.getTime(), upTo.getTime() - LONGEST_MS);
  let later = upTo.getTime();
  while (later > start) {
    const earlier = Math.max(later - DAY, start);
    const found = changeBetween(timezone, earlier, later);
    if (found) return found;
    later = earlier;
  }
  return undefined;
}

/** The change in a span that has at most one, to the minute. */
function changeBetween(timezone: string, from: number, to: number): ClockChange | undefined {
  const offsetBefore = offsetAt(timezone, from);
  const offsetAfter = offsetAt(timezone, to);
  if (offsetBefore === offsetAfter) return undefined;
  let before = Math.floor(from / MINUTE);
  let since = Math.ceil(to / MINUTE);
  while (since - before > 1) {
    const middle = Math.floor((before + since) / 2);
    if (offsetAt(timezone, middle * MINUTE) === offsetBefore) before = middle;
    else since = middle;
  }
  return { at: new Date(since * MINUTE), offsetBefore, offsetAfter };
}

const offsetAt = (timezone: string, at: number): number => tzOffset(timezone, new Date(at));

/** The date and time that clocks with the offset show, as a moment in UTC. */
export const clockAt = (at: Date, offset: number): Date => new Date(at.getTime() + offset * MINUTE);

/** The offset of a zone at a moment, in minutes from UTC. */
export const offsetOf = (timezone: string, at: Date): number => offsetAt(timezone, at.getTime());
