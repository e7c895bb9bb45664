import { isTimeZone } from "#contract/constants/values/time.ts";
import { DAY, HOUR } from "#contract/constants/values/times.ts";
import { momentAt } from "./day-moments.ts";

/** When the runs of an event start: when a clock in the zone of each subscriber shows this time. */
export interface LocalStart {
  /** Date and time of day, without a zone: 2026-12-01T09:00:00. */
  at: string;
  /** The zone of subscribers who have none. */
  timezone: string;
}

/** No zone is further ahead of UTC: Kiritimati. */
const FIRST_OFFSET_MS = 14 * HOUR;

/** When the run of a subscriber starts; now when that has passed. */
export function localStartAt({ at, timezone }: LocalStart, own: string | null, now: Date): Date {
  const wall = new Date(`${at}Z`).getTime();
  const day = Math.floor(wall / DAY) * DAY;
  const zone = own && isTimeZone(own) ? own : timezone;
  // On a day that the zone skipped, the time of day in UTC is as good as any.
  const moment = momentAt(day, Math.floor((wall - day) / 1000), zone) ?? wall;
  return new Date(Math.max(moment, now.getTime()));
}

/** The moment at which a clock in any zone shows this time first. */
export const firstLocalMoment = (at: string): Date => new Date(new Date(`${at}Z`).getTime() - FIRST_OFFSET_MS);
