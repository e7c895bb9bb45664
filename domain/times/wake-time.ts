import type { StepMetadata } from "#contract/workflows/step-metadata.ts";

/** How far a moment may be moved so that waits which end at nearly the same time end together. */
export interface Rounding {
  /** Of the wait, at most. */
  share: number;
  /** Milliseconds, at least and at most. */
  least: number;
  most: number;
}

/** A wait ends at most a thirty-second of its length late, and never more than a minute. */
export const WAIT_ROUNDING: Rounding = { share: 1 / 32, least: 64, most: 60_000 };
/** The wait for a moment that somebody has named, which all who wait for it have in common, is met within a second. */
const MOMENT_ROUNDING: Rounding = { share: 1 / 32, least: 64, most: 1_000 };

/** How far the end of a delay or digest may be moved. */
export const roundingOf = ({ type }: StepMetadata): Rounding =>
  type === "scheduled" || type === "timed" ? MOMENT_ROUNDING : WAIT_ROUNDING;

/**
 * The moment at which an execution wakes for something that is due: never before it, and on a grid whose width is a power
 * of two that grows with the wait. The number of different moments thus follows the lengths of waits and not their number.
 */
export function roundWakeTime(dueAt: Date, now: Date, { share, least, most }: Rounding): Date {
  const wait = dueAt.getTime() - now.getTime();
  if (wait <= 0) return dueAt;
  const width = 2 ** Math.floor(Math.log2(Math.min(Math.max(wait * share, least), most)));
  return new Date(Math.ceil(dueAt.getTime() / width) * width);
}
