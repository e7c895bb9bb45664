import { TZDate } from "@date-fns/tz";
import { DAY } from "#contract/constants/values/times.ts";
import type { Recurrence } from "#contract/schedules.ts";
import { nextFires } from "./cron.ts";
import { momentAt } from "./day-moments.ts";
import { firstLocalMoment } from "./local-start.ts";
import { nextTimedMoment } from "./timed-schedule.ts";

/** When a schedule fires. Times of day are those of `timezone`. */
export interface Calendar {
  recurrence: Recurrence;
  timezone: string;
  /** Nothing happens before, and the recurrence is counted from here. */
  startAt: Date | null;
  endAt: Date | null;
  /** From where a recurrence without `startAt` is counted: when the schedule was made. It stays, whatever is changed later. */
  recursFrom: Date;
}

/**
 * The next occurrences strictly after `after`, fewer when the schedule ends before. Throws nothing: a recurrence that names no moment
 * has none.
 */
export function nextOccurrences(calendar: Calendar, after: Date, count: number): Date[] {
  const { endAt } = calendar;
  const found: Date[] = [];
  while (found.length < count) {
    const next = nextAfter(calendar, found.at(-1) ?? after);
    if (!next || (endAt && next > endAt)) break;
    found.push(next);
  }
  return found;
}

function nextAfter({ recurrence, timezone, startAt, recursFrom }: Calendar, after: Date): Date | undefined {
  const anchor = startAt ?? recursFrom;
  // An occurrence at the start itself counts; one at the creation does not.
  const since = new Date(Math.max(after.getTime(), startAt ? startAt.getTime() - 1 : recursFrom.getTime()));
  switch (recurrence.type) {
    case "once": {
      const moment = wallMoment(recurrence.at, timezone);
      return moment > since ? moment : undefined;
    }
    case "cron":
      return nextFires(recurrence.cronExpression, timezone, since, 1)?.[0];
    case "timed": {
      const { timed, ...interval } = recurrence;
      const next = nextTimedMoment({ ...interval, timed: { ...timed, timezone } }, since, anchor);
      return "error" in next ? undefined : next.dueAt;
    }
  }
}

/** The moment at which a clock in the zone shows the date and time. */
function wallMoment(at: string, timezone: string): Date {
  const wall = new Date(`${at}Z`).getTime();
  const day = Math.floor(wall / DAY) * DAY;
  return new Date(momentAt(day, Math.floor((wall - day) / 1000), timezone) ?? wall);
}

/** The date and time that a clock in the zone shows: 2026-12-01T09:00:00. */
export function wallTime(moment: Date, timezone: string): string {
  const local = new TZDate(moment, timezone);
  const utc = Date.UTC(
    ...([local.getFullYear(), local.getMonth(), local.getDate()] as const),
    ...([local.getHours(), local.getMinutes(), local.getSeconds()] as const),
  );
  return new Date(utc).toISOString().slice(0, 19);
}

/**
 * When an occurrence is fired: at its moment, or, when each subscriber is reached in a zone of its own, when it is that time
 * anywhere first. The runs wait for the rest.
 */
export const firesAt = (occurrence: Date, timezone: string, isLocal: boolean): Date =>
  isLocal ? firstLocalMoment(wallTime(occurrence, timezone)) : occurrence;
