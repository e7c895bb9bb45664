import { TZDate } from "@date-fns/tz";
import { addMonths, differenceInCalendarMonths, endOfMonth } from "date-fns";
import type { StepType } from "#contract/constants/channels.ts";
import type { TimeUnit } from "#contract/constants/time.ts";
import type { TriggerOverrides } from "#contract/events.ts";
import { nextFires } from "./cron.ts";
import { digestUntil } from "./digest-length.ts";
import { getPath } from "./dotted-path.ts";
import { addDuration, type Duration, delayOverride } from "./duration.ts";
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

/** Fires of a cron expression that are looked at, and how far ahead: engine.md 5.7. */
const FIRES_CHECKED = 50;
const MONTHS_CHECKED = 24;

interface WaitLimits {
  maxWaitDays: number;
  now: Date;
}

/**
 * One sentence for each delay and digest that lasts longer than `maxWaitDays`, and for each digest whose end cannot be
 * computed, starting with the path of its field: `steps.0.metadata.amount`. Dates in the payload are not known yet.
 */
export function waitProblems(steps: readonly WaitingStep[], limits: WaitLimits): string[] {
  return steps.flatMap((step, index) => {
    const problem = stepProblem(step, limits);
    return problem === undefined ? [] : [`steps.${index}.${problem}`];
  });
}

function stepProblem(step: WaitingStep, limits: WaitLimits): string | undefined {
  const type = step.template.type;
  const duration = ownDuration(step);
  if (duration && isTooLong(duration, limits.maxWaitDays)) {
    return `metadata.amount is ${lengthOf(duration)}; ${ceiling(type, limits.maxWaitDays)}: enter a shorter time`;
  }
  return type === "digest" ? digestProblem(step.metadata, limits) : undefined;
}

function digestProblem(metadata: WaitingStep["metadata"], { maxWaitDays, now }: WaitLimits): string | undefined {
  const end = digestUntil({ metadata, now });
  if ("error" in end) return end.error;
  if (metadata.type !== "timed") return undefined;
  const longest = metadata.timed?.cronExpression ? longestCronWait(metadata, now) : longestMonthlyWait(metadata, now);
  const days = Math.ceil(longest / DAY_MS);
  if (days <= maxWaitDays) return undefined;
  const most = ceiling("digest", maxWaitDays);
  if (metadata.timed?.cronExpression) {
    return `metadata.timed.cronExpression lets ${days} days pass between two fires; ${most}: let it fire more often`;
  }
  const field = metadata.timed?.monthlyType === "on" ? "ordinal" : "monthDays";
  return `metadata.timed.${field} lets ${days} days pass until such a day; ${most}: choose a day that every month has`;
}

type TimedMetadata = Extract<WaitingStep["metadata"], { type: "timed" }>;

/** The longest time in milliseconds from now to the first fire, or from one fire to the next. */
function longestCronWait({ timed }: TimedMetadata, now: Date): number {
  const fires = nextFires(timed?.cronExpression ?? "", timed?.timezone ?? "UTC", now, FIRES_CHECKED) ?? [];
  const checkedUntil = addDuration(now, { amount: MONTHS_CHECKED, unit: "months" });
  let previous = now;
  let longest = 0;
  for (const fire of fires) {
    longest = Math.max(longest, fire.getTime() - previous.getTime());
    // The first fire after the two years still ends the wait that began in them.
    if (fire > checkedUntil) break;
    previous = fire;
  }
  return longest;
}

/**
 * The longest time in milliseconds that a window takes which opens at the end of one of the coming months and skips months
 * without such a day, as the 31st does. Other windows are as long as `amount` and `unit` are, which are checked apart.
 */
function longestMonthlyWait(metadata: TimedMetadata, now: Date): number {
  if (metadata.unit !== "months") return 0;
  const thisMonth = new TZDate(now, metadata.timed?.timezone ?? "UTC");
  const waits = Array.from({ length: MONTHS_CHECKED }, (_, month) => {
    const opens = endOfMonth(addMonths(thisMonth, month));
    const end = digestUntil({ metadata, now: opens });
    if ("error" in end) return Number.POSITIVE_INFINITY;
    // The zone is that of the first date.
    const months = -differenceInCalendarMonths(opens, end.dueAt);
    return months > (metadata.amount ?? 0) ? end.dueAt.getTime() - opens.getTime() : 0;
  });
  return Math.max(...waits);
}

export interface TriggerWaits {
  steps: readonly WaitingStep[];
  payload: Readonly<Record<string, unknown>>;
  overrides?: TriggerOverrides | undefined;
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
  if (template.type === "wait_for_event" && metadata.type === "wait_for_event") return metadata;
  if (template.type !== "delay" && template.type !== "digest") return undefined;
  if (metadata.type !== "regular" && metadata.type !== "backoff" && metadata.type !== "timed") return undefined;
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

const ceiling = (type: StepType, days: number): string =>
  `a ${type === "wait_for_event" ? "wait for an event" : type} may last ${days} ${days === 1 ? "day" : "days"} at most`;
