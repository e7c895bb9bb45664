import { setImmediate } from "node:timers/promises";
import { keyText } from "#activities/steps/key-text.ts";
import { TIME_UNITS } from "#contract/constants/values/time.ts";
import type { TriggerOverrides } from "#contract/events.ts";
import type { StepMetadata } from "#contract/workflows/step-metadata.ts";
import { isLetThrough, lookBackAt } from "#domain/lanes/backoff.ts";
import { delayUntil } from "#domain/times/delay.ts";
import { digestUntil } from "#domain/times/digest-length.ts";
import { tierErrors } from "#domain/times/plan-waits.ts";
import { countPass, type PassWindow, throttleUntil } from "#domain/times/throttle-window.ts";
import { roundingOf, roundWakeTime } from "#domain/times/wake-time.ts";
import { isPlainObject } from "#domain/values/plain-object.ts";
import { timedEnds } from "./timed-ends.ts";

/** A step that waits or counts, as the engine executes it. */
export interface SimulatedStep {
  type: "digest" | "delay" | "throttle";
  metadata: StepMetadata;
  /** Longest wait of the organisation's plan, in days; null for none. */
  waitDays: number | null;
}

export interface ReachingRun {
  at: Date;
  subscriberId: string;
  /** The values of the payload at the paths of the step. */
  key: unknown;
  moment: unknown;
  /** `overrides.delay` of the event. */
  delay: unknown;
}

export interface SimulatedMessage {
  at: Date;
  subscriberId: string;
  key: string;
  count: number;
}

export interface WaitOutcome {
  /** In the order of their moments; those after now are still waiting. */
  messages: SimulatedMessage[];
  letThrough: number;
  /** The moments at which runs were ended by a throttle. */
  dropped: Date[];
  failed: number;
  problem: string | undefined;
}

/** Runs that are decided before others may use the thread. */
const DECIDED_IN_A_ROW = 500;

/** The path in the payload by whose value a step keeps events apart, and the one of its moment. */
export function pathsOf({ metadata }: Pick<SimulatedStep, "metadata">): {
  key: string | undefined;
  moment: string | undefined;
} {
  const key = "digestKey" in metadata ? metadata.digestKey : undefined;
  if (metadata.type === "throttle") return { key: metadata.throttleKey || undefined, moment: metadata.windowPath };
  return { key: key || undefined, moment: metadata.type === "scheduled" ? metadata.delayPath : undefined };
}

/**
 * Decides about runs, the earliest first, by the functions that decide about real ones, as if nothing had been collected or counted before
 * the first of them.
 */
export async function simulateWait(step: SimulatedStep, runs: readonly ReachingRun[]): Promise<WaitOutcome> {
  const outcome: WaitOutcome = { messages: [], letThrough: 0, dropped: [], failed: 0, problem: undefined };
  const decide = { digest: digesting, delay: delaying, throttle: throttling }[step.type](step, outcome);
  for (const [index, run] of runs.entries()) {
    if (index % DECIDED_IN_A_ROW === DECIDED_IN_A_ROW - 1) await setImmediate();
    const problem = decide({ ...run, payload: payloadOf(step, run), overrides: overridesOf(run) });
    if (problem === undefined) continue;
    outcome.failed += 1;
    outcome.problem ??= problem;
  }
  outcome.messages.sort((a, b) => a.at.getTime() - b.at.getTime());
  return outcome;
}

type Reached = ReachingRun & { payload: Readonly<Record<string, unknown>>; overrides: TriggerOverrides };
/** Decides about one run, and returns the reason for which it fails. */
type Decide = (run: Reached) => string | undefined;

interface Collecting {
  message: SimulatedMessage;
  /** When its run wakes, until which others join. */
  endsAt: Date;
}

/** The rules of `activities/steps/digest.ts`. */
function digesting(step: SimulatedStep, outcome: WaitOutcome): Decide {
  const { metadata } = step;
  const open = new Map<string, Collecting>();
  const arrivals = new Map<string, Date>();
  const { key: keyPath } = pathsOf(step);
  const endOf = metadata.type === "timed" ? timedEnds(metadata) : undefined;
  return ({ at: now, subscriberId, payload, overrides }) => {
    const length = endOf?.(now) ?? digestUntil({ metadata, overrides, now });
    if ("error" in length) return length.error;
    const tooLong = exceeding(step, { overrides, now, dueAt: length.dueAt });
    if (tooLong) return tooLong;
    const key = keyText(keyPath, payload);
    const place = `${subscriberId}/${key}`;
    const lookBack = lookBackAt(metadata, now);
    const lastAt = arrivals.get(place);
    if (lookBack) arrivals.set(place, now);
    if (lookBack && isLetThrough(lastAt, lookBack)) {
      outcome.letThrough += 1;
      outcome.messages.push({ at: now, subscriberId, key, count: 1 });
      return undefined;
    }
    const joined = open.get(place);
    if (joined && joined.endsAt > now) {
      joined.message.count += 1;
      return undefined;
    }
    const message = { at: length.dueAt, subscriberId, key, count: 1 };
    outcome.messages.push(message);
    open.set(place, { message, endsAt: roundWakeTime(length.dueAt, now, roundingOf(metadata)) });
    return undefined;
  };
}

/** The rules of `activities/steps/delay.ts`. */
function delaying(step: SimulatedStep, { messages }: WaitOutcome): Decide {
  const { metadata } = step;
  const endOf = metadata.type === "timed" ? timedEnds(metadata) : undefined;
  return ({ at: now, subscriberId, payload, overrides }) => {
    const length = endOf?.(now) ?? delayUntil({ metadata, payload, overrides, now });
    if ("error" in length) return length.error;
    const tooLong = exceeding(step, { overrides, now, dueAt: length.dueAt });
    if (!tooLong) messages.push({ at: length.dueAt, subscriberId, key: "", count: 1 });
    return tooLong;
  };
}

/** The rules of `activities/steps/throttle.ts`. */
function throttling({ metadata }: SimulatedStep, { messages, dropped }: WaitOutcome): Decide {
  const windows = new Map<string, PassWindow>();
  const { key: keyPath } = pathsOf({ metadata });
  return ({ at: now, subscriberId, payload }) => {
    if (metadata.type !== "throttle") return "The throttle has no window";
    const length = throttleUntil(metadata, payload, now);
    if ("error" in length) return length.error;
    const key = keyText(keyPath, payload);
    const place = `${subscriberId}/${key}`;
    const { isPassed, window } = countPass(windows.get(place), { limit: metadata.limit, now, endsAt: length.endsAt });
    windows.set(place, window);
    if (isPassed) messages.push({ at: now, subscriberId, key, count: 1 });
    else dropped.push(now);
    return undefined;
  };
}

function exceeding(
  { type, metadata, waitDays }: SimulatedStep,
  reached: { overrides: TriggerOverrides; now: Date; dueAt: Date },
): string | undefined {
  const step = { template: { type }, metadata };
  return tierErrors({ step, ...reached }, waitDays)[0]?.message;
}

/** A payload that has the values of the step alone. A key that holds dots counts before the path that it spells. */
function payloadOf(step: SimulatedStep, { key, moment }: ReachingRun): Record<string, unknown> {
  const paths = pathsOf(step);
  return { ...(paths.key && { [paths.key]: key }), ...(paths.moment && { [paths.moment]: moment }) };
}

/** Returns the overrides of an event that count for a wait. What is stored of them is unchecked. */
function overridesOf({ delay }: ReachingRun): TriggerOverrides {
  if (!isPlainObject(delay)) return {};
  const unit = TIME_UNITS.find((known) => known === delay.unit);
  return typeof delay.amount === "number" && unit ? { delay: { amount: delay.amount, unit } } : {};
}
