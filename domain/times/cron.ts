import { Cron } from "croner";

/** Five fields, or six with seconds first; croner alone would also take a date or a name such as @daily. */
const FIELD_COUNTS: readonly number[] = [5, 6];

/**
 * The next `count` moments after `now` at which a cron expression fires in a time zone, fewer when it fires less often before
 * the year 10000. Undefined when it is no cron expression. Where the clock is put forward, a set time of day that is
 * skipped fires at the first moment after the gap; where it is put back, at the first of the two.
 */
export function nextFires(expression: string, timezone: string, now: Date, count: number): Date[] | undefined {
  const fields = expression.trim().split(/\s+/);
  if (!FIELD_COUNTS.includes(fields.length)) return undefined;
  try {
    return new Cron(fields.join(" "), {
      timezone,
      mode: "5-or-6-parts",
      fixedTimeRule: "no-wildcard",
    }).nextRuns(count, now);
  } catch {
    return undefined;
  }
}

export interface DayTime {
  hour: number;
  minute: number;
  second: number;
}

/**
 * The moment at which a clock in the time zone shows this time on this day, by the same rules for changes of the clock.
 * Null when it is not after `now`, or when the zone skipped the day. The day is that of the date's UTC fields.
 */
export function momentOnDay(day: Date, { hour, minute, second }: DayTime, timezone: string, now: Date): Date | null {
  const date = `${day.getUTCDate()} ${day.getUTCMonth() + 1} * ${day.getUTCFullYear()}`;
  return new Cron(`${second} ${minute} ${hour} ${date}`, { timezone, mode: "7-part" }).nextRun(now);
}
