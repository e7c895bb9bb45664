import { HOUR } from "#contract/constants/values/times.ts";
import type { StepMetadata } from "#contract/workflows/step-metadata.ts";
import { type ClockChange, clockAt, lastClockChange, offsetOf } from "./clock-changes.ts";
import { nextFires } from "./cron.ts";
import { nextTimedMoment } from "./timed-schedule.ts";

type TimedMetadata = Extract<StepMetadata, { type: "timed" }>;

/** A moment at which a timed digest or delay ends. */
export interface WaitDate {
  at: Date;
  /** The time that clocks in the step's zone show then, as a moment in UTC. */
  local: Date;
  /** The last change of the clock since the date before. */
  change: ClockChange | undefined;
  /** The time of day that the clock skipped, in place of which this moment is taken, as a moment in UTC. */
  skipped: Date | undefined;
  /** Which of the two moments it is at which clocks show this time. */
  repeated: "first" | "second" | undefined;
}

/** No clock is changed by more at once, but where a whole day is skipped. */
const CHANGE_MAX_MS = 3 * HOUR;

/**
 * Returns the next moments at which a timed step ends, where each wait begins at the end of the one before. The error is a sentence that
 * starts with the field that has to be put right, such as `metadata.timed.atTime`.
 */
export function nextWaitDates(
  metadata: TimedMetadata,
  from: Date,
  count: number,
): { dates: WaitDate[] } | { error: string } {
  const dates: WaitDate[] = [];
  let last = from;
  while (dates.length < count) {
    const next = nextTimedMoment(metadata, last);
    // A cron expression may name a few days before the end of the calendar, and none after them.
    if ("error" in next) return dates.length > 0 ? { dates } : next;
    dates.push(waitDate(metadata, last, next.dueAt));
    last = next.dueAt;
  }
  return { dates };
}

function waitDate(metadata: TimedMetadata, before: Date, at: Date): WaitDate {
  const timezone = metadata.timed?.timezone ?? "UTC";
  const local = clockAt(at, offsetOf(timezone, at));
  const change = lastClockChange(timezone, before, at);
  const skipped = change?.at.getTime() === at.getTime() ? skippedTime(metadata, change, local) : undefined;
  return { at, local, change, skipped, repeated: repeatedTime(timezone, at, local) };
}

/** The time that the step names and the clock skipped by this change; undefined where the step names the time after it, too. */
function skippedTime(metadata: TimedMetadata, { at, offsetBefore }: ClockChange, local: Date): Date | undefined {
  const { cronExpression, atTime } = metadata.timed ?? {};
  const gap = clockAt(at, offsetBefore);
  // Where clocks never change, every time exists.
  const named = cronExpression
    ? nextFires(cronExpression, "UTC", new Date(gap.getTime() - 1), 1)?.[0]
    : timeOfDay(atTime, local);
  return named && named >= gap && named < local ? named : undefined;
}

function timeOfDay(atTime: string | undefined, local: Date): Date | undefined {
  if (!atTime) return undefined;
  const [hour = 0, minute = 0, second = 0] = atTime.split(":").map(Number);
  const named = new Date(local);
  named.setUTCHours(hour, minute, second, 0);
  return named;
}

function repeatedTime(timezone: string, at: Date, local: Date): WaitDate["repeated"] {
  const around = lastClockChange(
    timezone,
    new Date(at.getTime() - CHANGE_MAX_MS),
    new Date(at.getTime() + CHANGE_MAX_MS),
  );
  if (!around || around.offsetAfter >= around.offsetBefore) return undefined;
  const isTwice = local >= clockAt(around.at, around.offsetAfter) && local < clockAt(around.at, around.offsetBefore);
  if (!isTwice) return undefined;
  return at < around.at ? "first" : "second";
}
