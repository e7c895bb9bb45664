import { DAY } from "#contract/constants/values/times.ts";
import { momentOnDay } from "./cron.ts";

const DAY_SECONDS = 24 * 60 * 60;

/** Subscribers share zones and mostly hours: a moment is computed once for all of them. */
const moments = new Map<string, number | null>();
const MOMENTS_KEPT = 20_000;

/**
 * The moment, in milliseconds since 1970, at which it is so many seconds after midnight of a day in the zone, by the rules of
 * `momentOnDay` where the clock changes; beyond the end of the day it is on the next one. The day is a midnight in UTC. Null on a
 * day that the zone skipped.
 */
export function momentAt(day: number, second: number, timezone: string): number | null {
  const on = day + Math.floor(second / DAY_SECONDS) * DAY;
  const ofDay = second % DAY_SECONDS;
  const key = `${timezone} ${on} ${ofDay}`;
  const known = moments.get(key);
  if (known !== undefined) return known;
  const time = { hour: Math.floor(ofDay / 3600), minute: Math.floor(ofDay / 60) % 60, second: ofDay % 60 };
  const found = momentOnDay(new Date(on), time, timezone, new Date(on - 2 * DAY))?.getTime() ?? null;
  if (moments.size >= MOMENTS_KEPT) moments.clear();
  moments.set(key, found);
  return found;
}
