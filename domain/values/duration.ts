import { TIME_UNITS, type TimeUnit } from "#contract/constants/values/time.ts";
import { DAY, HOUR } from "#contract/constants/values/times.ts";
import type { TriggerOverrides } from "#contract/events.ts";

const UNIT_MS = {
  seconds: 1000,
  minutes: 60_000,
  hours: HOUR,
  days: DAY,
  weeks: 7 * DAY,
} as const;
/** Length of a month for fractions of one, in days. */
const DAYS_PER_MONTH = 30;

export interface Duration {
  amount: number;
  unit: TimeUnit;
}

function isTimeUnit(value: unknown): value is TimeUnit {
  return TIME_UNITS.some((unit) => unit === value);
}

/**
 * The moment a duration after another one, in UTC. Months are calendar months: a month after the 31st is the last day
 * of a shorter month. A fraction of a month counts in thirtieths.
 */
export function addDuration(from: Date, { amount, unit }: Duration): Date {
  if (unit !== "months") return new Date(from.getTime() + amount * UNIT_MS[unit]);
  const months = Math.trunc(amount);
  const rest = (amount - months) * DAYS_PER_MONTH * UNIT_MS.days;
  const moved = new Date(from);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return new Date(moved.getTime() + rest);
}

/**
 * `overrides.delay` of a trigger, which takes the place of every regular delay and every regular or backoff digest. Ignored,
 * hence undefined, unless `delayOverrideProblem` has nothing against it.
 */
export function delayOverride(overrides: TriggerOverrides | undefined): Duration | undefined {
  const { amount, unit } = overrides?.delay ?? {};
  return isAmount(amount) && isTimeUnit(unit) ? { amount, unit } : undefined;
}

/** Why `overrides.delay` cannot be used; undefined where it can, or says nothing. */
export function delayOverrideProblem(overrides: TriggerOverrides): string | undefined {
  const { amount, unit } = overrides.delay ?? {};
  if ((amount ?? unit ?? null) === null) return undefined;
  if (!isAmount(amount)) return "needs an amount that is a number from 0, such as 5";
  return isTimeUnit(unit) ? undefined : `needs a unit, one of ${TIME_UNITS.join(", ")}`;
}

const isAmount = (amount: unknown): amount is number =>
  typeof amount === "number" && Number.isFinite(amount) && amount >= 0;
