import { TZDate } from "@date-fns/tz";
import { addMonths, differenceInCalendarMonths, endOfMonth } from "date-fns";
import type { StepType } from "#contract/constants/channels.ts";
import type { TimeUnit } from "#contract/constants/values/time.ts";
import type { TriggerOverrides } from "#contract/events.ts";
import { getPath } from "../values/dotted-path.ts";
import { addDuration, type Duration, delayOverride } from "../values/duration.ts";
import { isIsoInstant } from "../values/instant.ts";
import { nextFires } from "./cron.ts";
import { digestUntil } from "./digest-length.ts";
import type { WaitingStep } from "./retention.ts";

/** Months count 30 days here, whatever their length on the calendar. */
const UNIT_SECONDS = {
  seconds: 1,
  minutes: 60,
  hours: 3_600,
  days: 86_400,
  weeks: 7 * 86_400,
  months: 30 * 86_400,
} as const satisfies Record<TimeUnit, number>;

const DAY_MS = UNIT_SECONDS.days * 1000;
/** A day on which the clock is put back is so much longer: a daily schedule fits a limit of one day. */
const CLOCK_CHANGE_MS = UNIT_SECONDS.hours * 1000;

/** Fires of a cron expression that are looked at, and how far ahead. */
const FIRES_CHECKED = 50;
const MONTHS_CHECKED = 24;

/** Longest waits in days, by the type of the step. */
export type WaitCeilings = Readonly<Record<"delay" | "digest", number>>;

interface WaitLimits {
  ceilings: WaitCeilings;
  now: Date;
}

/** A step whose wait is too long, or cannot be computed. */
export interface WaitIssue {
  /** Index of the step. */
  step: number;
  /** Fields of the step that make it so, as editors name them. Empty where no wait can be computed. */
  controls: readonly WaitControl[];
  /** A sentence that starts with the path of the field within the step. */
  problem: string;
}

export type WaitControl = "amount" | "unit" | "cron" | "timed";

/**
 * One issue for each delay, digest and wait for an event that lasts longer than the ceilings, and for each digest whose end cannot be computed.
 * Dates in the payload are not known yet.
 */
export function waitIssues(steps: readonly WaitingStep[], limits: WaitLimits): WaitIssue[] {
  return steps.flatMap((step, index) => {
    const issue = stepIssue(step, limits);
    return issue ? [{ step: index, ...issue }] : [];
  });
}

/** The same as sentences that start with the path of the field: `steps.0.metadata.amount`. */
export const waitProblems = (steps: readonly WaitingStep[], limits: WaitLimits): string[] =>
  waitIssues(steps, limits).map(({ step, problem }) => `steps.${step}.${problem}`);

type StepIssue = Omit<WaitIssue, "step">;

function stepIssue(step: WaitingStep, limits: WaitLimits): StepIssue | undefined {
  const { type } = step.template;
  if (type !== "delay" && type !== "digest" && type !== "wait_for_event") return undefined;
  const duration = ownDuration(step);
  const most = limits.ceilings[type === "digest" ? "digest" : "delay"];
  if (duration && isTooLong(duration, most)) {
    const problem = `metadata.amount is ${lengthOf(duration)}; ${ceiling(type, most)}: enter a shorter time`;
    return { controls: ["amount", "unit"], problem };
  }
  return type === "digest" ? digestIssue(step.metadata, most, limits.now) : undefined;
}

function digestIssue(metadata: WaitingStep["metadata"], maxDays: number, now: Date): StepIssue | undefined {
  const end = digestUntil({ metadata, now });
  if ("error" in end) return { controls: [], problem: end.error };
  if (metadata.type !== "timed") return undefined;
  const longest = metadata.timed?.cronExpression ? longestCronWait(metadata, now) : longestMonthlyWait(metadata, now);
  if (longest <= maxDays * DAY_MS + CLOCK_CHANGE_MS) return undefined;
  const days = Math.ceil(longest / DAY_MS);
  const most = ceiling("digest", maxDays);
  if (metadata.timed?.cronExpression) {
    const problem = `metadata.timed.cronExpression lets ${days} days pass between two fires; ${most}: let it fire more often`;
    return { controls: ["cron"], problem };
  }
  const field = metadata.timed?.monthlyType === "on" ? "ordinal" : "monthDays";
  const problem = `metadata.timed.${field} lets ${days} days pass until such a day; ${most}: choose a day that every month has`;
  return { controls: ["timed"], problem };
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
  ceilings: WaitCeilings;
}

/**
 * The first wait of an event that lasts longer than the ceilings, as a sentence that names the field: `overrides.delay`,
 * where a step follows it, or a scheduled delay's date in the payload.
 */
export function waitProblem({ steps, payload, overrides, now, ceilings }: TriggerWaits): string | undefined {
  const replacement = delayOverride(overrides);
  const replaced = replacement && steps.find((step) => followsOverride(step) && isTooLong(replacement, mostOf(step)));
  if (replacement && replaced) {
    const most = ceiling(replaced.template.type, mostOf(replaced));
    return `overrides.delay is ${lengthOf(replacement)}; ${most}: send a shorter time`;
  }
  for (const path of steps.flatMap(scheduledPath)) {
    const date = getPath(payload, path);
    if (!isIsoInstant(date)) continue;
    const days = Math.ceil((new Date(date).getTime() - now.getTime()) / DAY_MS);
    if (days > ceilings.delay) {
      return `payload.${path} is ${days} days ahead; ${ceiling("delay", ceilings.delay)}: send an earlier date`;
    }
  }
  return undefined;

  function mostOf({ template: { type } }: WaitingStep): number {
    return type === "digest" ? ceilings.digest : ceilings.delay;
  }
}

/** Returns the length of a wait that has one of its own, or that `overrides.delay` gives it. */
export const ownOrReplacedDuration = (
  step: WaitingStep,
  overrides: TriggerOverrides | undefined,
): Duration | undefined => (followsOverride(step) ? delayOverride(overrides) : undefined) ?? ownDuration(step);

/** Whether a length, by its units or as it came out, is more than so many days. */
export const exceedsDays = (length: Duration | { milliseconds: number }, days: number): boolean =>
  "unit" in length ? isTooLong(length, days) : length.milliseconds > days * DAY_MS + CLOCK_CHANGE_MS;

/** Returns the length of a regular delay, or of a digest without a cron expression. */
function ownDuration({ template, metadata }: WaitingStep): Duration | undefined {
  if (template.type === "wait_for_event" && metadata.type === "wait_for_event") return metadata;
  if (template.type !== "delay" && template.type !== "digest") return undefined;
  if (metadata.type !== "regular" && metadata.type !== "backoff" && metadata.type !== "timed") return undefined;
  if (metadata.type === "timed" && metadata.timed?.cronExpression) return undefined;
  const { amount, unit } = metadata;
  return amount === undefined || unit === undefined ? undefined : { amount, unit };
}

/** `overrides.delay` replaces regular delays, and regular and backoff digests. */
export function followsOverride({ template, metadata }: WaitingStep): boolean {
  if (metadata.type === "timed") return false;
  return template.type === "digest" || (template.type === "delay" && metadata.type !== "scheduled");
}

const scheduledPath = ({ metadata }: WaitingStep): string[] =>
  metadata.type === "scheduled" ? [metadata.delayPath] : [];

const isTooLong = ({ amount, unit }: Duration, maxWaitDays: number): boolean =>
  amount * UNIT_SECONDS[unit] > maxWaitDays * UNIT_SECONDS.days;

const lengthOf = ({ amount, unit }: Duration): string => `${amount} ${unit}`;

const ceiling = (type: StepType, days: number): string =>
  `a ${type === "wait_for_event" ? "wait for an event" : type} may last ${days} ${days === 1 ? "day" : "days"} at most`;
