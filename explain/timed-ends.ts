import type { StepMetadata } from "#contract/workflows/step-metadata.ts";
import { dayIn, type NextMoment, nextTimedMoment } from "#domain/times/timed-schedule.ts";

type TimedMetadata = Extract<StepMetadata, { type: "timed" }>;

/** Units whose recurrence begins on the day on which a wait begins; others begin at its moment. */
const DAY_UNITS: readonly string[] = ["days", "weeks", "months"];

/**
 * Returns when timed waits end that begin at given moments, in their order. Waits of one day have their end in common, which takes time
 * to compute.
 */
export function timedEnds(metadata: TimedMetadata): (now: Date) => NextMoment {
  const { unit, timed: { cronExpression, timezone = "UTC" } = {} } = metadata;
  if (!cronExpression && !DAY_UNITS.includes(unit ?? "")) return (now) => nextTimedMoment(metadata, now);
  let last: { day: number; end: NextMoment } | undefined;
  return (now) => {
    const day = dayIn(timezone, now).getTime();
    const isLast = last?.day === day && (!("dueAt" in last.end) || now < last.end.dueAt);
    if (!last || !isLast) last = { day, end: nextTimedMoment(metadata, now) };
    return last.end;
  };
}
