import { TIME_UNITS, type TimeUnit } from "#contract/constants/values/time.ts";
import type { ThrottleMetadata } from "#contract/workflows/flow-metadata.ts";
import { getPath } from "../values/dotted-path.ts";
import { addDuration } from "../values/duration.ts";
import { isIsoInstant } from "../values/instant.ts";
import { isPlainObject } from "../values/plain-object.ts";

/** Moments after this one are not stored. */
const LATEST = Date.UTC(9999, 0, 1);

/**
 * When a throttle's window ends that begins now. The error is the text for the execution detail; it names what has to be put
 * right.
 */
export function throttleUntil(
  { amount, unit, windowPath }: Pick<ThrottleMetadata, "amount" | "unit" | "windowPath">,
  payload: Readonly<Record<string, unknown>>,
  now: Date,
): { endsAt: Date } | { error: string } {
  if (windowPath === undefined) {
    if (amount === undefined || unit === undefined) {
      return { error: "Throttle needs metadata.amount and metadata.unit, or metadata.windowPath" };
    }
    return bounded(addDuration(now, { amount, unit }), "Throttle window at metadata.amount");
  }
  const named = `Throttle window at path ${windowPath}`;
  const value = getPath(payload, windowPath);
  if (isIsoInstant(value)) {
    const endsAt = new Date(value);
    return endsAt > now ? bounded(endsAt, named) : { error: `${named} must be in the future, but ${value} has passed` };
  }
  if (isPlainObject(value) && typeof value.amount === "number" && value.amount > 0 && isTimeUnit(value.unit)) {
    return bounded(addDuration(now, { amount: value.amount, unit: value.unit }), named);
  }
  return {
    error: `${named} must be an ISO date such as 2030-01-31T09:30:00.000Z, or an amount above 0 and a unit, which is one of ${TIME_UNITS.join(", ")}`,
  };
}

const isTimeUnit = (value: unknown): value is TimeUnit => TIME_UNITS.some((unit) => unit === value);

const bounded = (endsAt: Date, named: string): { endsAt: Date } | { error: string } =>
  endsAt.getTime() < LATEST ? { endsAt } : { error: `${named} is too long: give a shorter one` };

/** A window of a throttle, with the runs that have passed in it. */
export interface PassWindow {
  passed: number;
  endsAt: Date;
}

/**
 * Whether one more run passes, and the window that counts it: the last one, or one that begins now where that is over.
 * `claimPasses` decides the same in SQL.
 */
export function countPass(
  last: PassWindow | undefined,
  { limit, now, endsAt }: { limit: number; now: Date; endsAt: Date },
): { isPassed: boolean; window: PassWindow } {
  const open = last && last.endsAt > now ? last : { passed: 0, endsAt };
  const isPassed = open.passed < limit;
  return { isPassed, window: { passed: open.passed + Number(isPassed), endsAt: open.endsAt } };
}
