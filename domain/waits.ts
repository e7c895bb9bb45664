import type { TimeUnit } from "#contract/constants/time.ts";
import { getPath } from "./dotted-path.ts";
import { type Duration, delayOverride } from "./duration.ts";
import { isIsoInstant } from "./instant.ts";
import type { WaitingStep } from "./retention.ts";

/** Months count 30 days here (engine.md 5.7), whatever their length on the calendar. */
const UNIT_SECONDS = {
  seconds: 1,
  minutes: 60,
  hours: 3_600,
  days: 86_400,
  weeks: 7 * 86_400,
  months: 30 * 86_400,
} as const satisfies Record<TimeUnit, number>;

const DAY_MS = UNIT_SECONDS.days * 1000;

/**
 * One sentence for each delay and digest that lasts longer than `maxWaitDays`, starting with the path of its field:
 * `steps.0.metadata.amount`. Dates in the payload are not known yet, and a cron expression has no length.
 */
export function waitProblems(steps: readonly WaitingStep[], { maxWaitDays }: { maxWaitDays: number }): string[] {
  return steps.flatMap((step, index) => {
    const type = step.template.type;
    const duration = ownDuration(step);
    if (!duration || !isTooLong(duration, maxWaitDays)) return [];
    return [
      `steps.${index}.metadata.amount is ${lengthOf(duration)}; ${ceiling(type, maxWaitDays)}: enter a shorter time`,
    ];
  });
}

export interface TriggerWaits {
  steps: readonly WaitingStep[];
  payload: Readonly<Record<string, unknown>>;
  overrides?: unknown;
  now: Date;
  maxWaitDays: number;
}

/**
 * The first wait of an event that lasts longer than `maxWaitDays`, as a sentence that names the field: `overrides.delay`,
 * where a step follows it, or a scheduled delay's date in the payload.
 */
export function waitProblem({ steps, payload, overrides, now, maxWaitDays }: TriggerWaits): string | undefined {
  const replacement = delayOverride(overrides);
  if (replacement && isTooLong(replacement, maxWaitDays)) {
    const replaced = steps.find(followsOverride);
    if (replaced) {
      const most = ceiling(replaced.template.type, maxWaitDays);
      return `overrides.delay is ${lengthOf(replacement)}; ${most}: send a shorter time`;
    }
  }
  for (const path of steps.flatMap(scheduledPath)) {
    const date = getPath(payload, path);
    if (!isIsoInstant(date)) continue;
    const days = Math.ceil((new Date(date).getTime() - now.getTime()) / DAY_MS);
    if (days > maxWaitDays) {
      return `payload.${path} is ${days} days ahead; ${ceiling("delay", maxWaitDays)}: send an earlier date`;
    }
  }
  return undefined;
}

/** Returns the length of a regular delay, or of a digest without a cron expression. */
function ownDuration({ template, metadata }: WaitingStep): Duration | undefined {
  if (template.type !== "delay" && template.type !== "digest") return undefined;
  if (metadata.type === undefined || metadata.type === "scheduled") return undefined;
  if (metadata.type === "timed" && metadata.timed?.cronExpression) return undefined;
  const { amount, unit } = metadata;
  return amount === undefined || unit === undefined ? undefined : { amount, unit };
}

/** `overrides.delay` replaces regular delays, and regular and backoff digests: engine.md 1.9. */
function followsOverride({ template, metadata }: WaitingStep): boolean {
  if (template.type === "delay") return metadata.type !== "scheduled";
  return template.type === "digest" && metadata.type !== "timed";
}

const scheduledPath = ({ metadata }: WaitingStep): string[] =>
  metadata.type === "scheduled" ? [metadata.delayPath] : [];

const isTooLong = ({ amount, unit }: Duration, maxWaitDays: number): boolean =>
  amount * UNIT_SECONDS[unit] > maxWaitDays * UNIT_SECONDS.days;

const lengthOf = ({ amount, unit }: Duration): string => `${amount} ${unit}`;

const ceiling = (type: string, days: number): string =>
  `a ${type} may last ${days} ${days === 1 ? "day" : "days"} at most`;
