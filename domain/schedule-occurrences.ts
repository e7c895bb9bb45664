import { TZDate } from "@date-fns/tz";
import type { Recurrence } from "#contract/schedules.ts";
import { nextFires } from "./cron.ts";
import { momentAt } from "./day-moments.ts";
import { firstLocalMoment } from "./local-start.ts";
import { nextTimedMoment } from "./timed-schedule.ts";

/** When a schedule fires. Times of day are those of `timezone`. */
export interface Calendar {
  recurrence: Recurrence;
  timezone: string;
  startAt: Date | null;
  endAt: Date | null;
}

const FIXED_MS = { minutes: 60_000, hours: 3_600_000 } as const;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The next occurrences strictly after `after`, fewer when the schedule ends before. `from` is where the recurrence starts: the
 * occurrence before, or the moment at which the schedule was made. Throws nothing: a recurrence that names no moment has none.
 */
export function nextOccurrences(calendar: Calendar, from: Date, after: Date, count: number): Date[] {
  const { endAt } = calendar;
  const found: Date[] = [];
  let last = from;
  while (found.length < count) {
    const next = nextAfter(calendar, last, found.at(-1) ?? after);
    if (!next || (endAt && next > endAt)) break;
    found.push(next);
    last = next;
  }
  return found;
}

function nextAfter({ recurrence, timezone, startAt }: Calendar, from: Date, after: Date): Date | undefined {
  // An occurrence at the start itself counts.
  const since = startAt && startAt > after ? new Date(startAt.getTime() - 1) : after;
  switch (recurrence.type) {
    case "once": {
      const moment = wallMoment(recurrence.at, timezone);
      return moment > since ? moment : undefined;
    }
    case "cron":
      return nextFires(recurrence.cronExpression, timezone, since, 1)?.[0];
    case "timed": {
      const { amount, unit, timed } = recurrence;
      if (unit === "minutes" || unit === "hours") {
        const anchor = (startAt && startAt > from ? startAt : from).getTime();
        const length = amount * FIXED_MS[unit];
        const first = startAt && startAt > from ? 0 : 1;
        const passed = Math.floor((since.getTime() - anchor) / length) + 1;
        return new Date(anchor + Math.max(passed, first) * length);
      }
      let moment = startAt && startAt > from ? new Date(startAt.getTime() - 1) : from;
      do {
        const next = nextTimedMoment({ type: "timed", amount, unit, timed: { ...timed, timezone } }, moment);
        if ("error" in next) return undefined;
        moment = next.dueAt;
      } while (moment <= since);
      return moment;
    }
  }
}

/** The moment at which a clock in the zone shows the date and time. */
function wallMoment(at: string, timezone: string): Date {
  const wall = new Date(`${at}Z`).getTime();
  const day = Math.floor(wall / DAY_MS) * DAY_MS;
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
