import type { Channel, StepType } from "#contract/constants/channels.ts";
import { IN_APP_RETENTION_DAYS, RETENTION_DAYS } from "#contract/constants/limits.ts";
import type { StepMetadata } from "#contract/step-metadata.ts";
import { delayUntil } from "./delay.ts";
import { addDuration, delayOverride } from "./duration.ts";

/** A step, as far as it decides how long it may hold a run. */
export interface WaitingStep {
  template: { type: StepType };
  metadata: StepMetadata;
}

export interface RunRetentionInput {
  steps: readonly WaitingStep[];
  payload: Readonly<Record<string, unknown>>;
  overrides?: unknown;
  now: Date;
}

/** When a message is deleted: in-app ones live longer, because the inbox shows them (product.md section 9). */
export function messageExpiresAt(channel: Channel, createdAt: Date): Date {
  return addDuration(createdAt, {
    amount: channel === "in_app" ? IN_APP_RETENTION_DAYS : RETENTION_DAYS,
    unit: "days",
  });
}

/**
 * When a run, its jobs and its details are deleted: 30 days after the longest that its delays and digests can take, so
 * that a run never loses its rows while it waits. When a wait cannot be foretold, a month from where it begins
 * (engine.md section 10).
 */
export function runExpiresAt({ steps, payload, overrides, now }: RunRetentionInput): Date {
  let end = now;
  for (const step of steps) {
    const wakesAt = latestWakeUp(step, { payload, overrides, now: end });
    if (!wakesAt) return addDuration(end, { amount: 1, unit: "months" });
    end = wakesAt;
  }
  return addDuration(end, { amount: RETENTION_DAYS, unit: "days" });
}

function latestWakeUp(
  { template, metadata }: WaitingStep,
  { payload, overrides, now }: Omit<RunRetentionInput, "steps">,
): Date | undefined {
  if (template.type === "delay") {
    const result = delayUntil({ metadata, payload, overrides, now });
    return "dueAt" in result ? result.dueAt : undefined;
  }
  if (template.type === "digest") return latestWindowEnd(metadata, overrides, now);
  return now;
}

function latestWindowEnd(metadata: StepMetadata, overrides: unknown, now: Date): Date | undefined {
  if (metadata.type === undefined || metadata.type === "scheduled") return undefined;
  const isTimed = metadata.type === "timed";
  if (isTimed && metadata.timed?.cronExpression) return undefined;
  const { amount, unit } = (isTimed ? undefined : delayOverride(overrides)) ?? metadata;
  if (amount === undefined || unit === undefined) return undefined;
  // A timed window ends at a set hour or day, at the latest one unit after its interval is over.
  const end = addDuration(now, { unit, amount: isTimed ? amount + 1 : amount });
  return Number.isNaN(end.getTime()) ? undefined : end;
}

/**
 * When the message of each step is deleted. It follows from the event alone, so that a repeated insert of a message
 * carries the same date: counted from when the step is reached, as far as that can be foretold.
 */
export function messageExpiries({ steps, payload, overrides, now }: RunRetentionInput): Date[] {
  let reached = now;
  return steps.map((step) => {
    const expires = messageExpiresAt(channelOf(step), reached);
    reached =
      latestWakeUp(step, { payload, overrides, now: reached }) ?? addDuration(reached, { amount: 1, unit: "months" });
    return expires;
  });
}

/** When the content that an event's messages share is deleted: with the last of them. */
export function contentExpiresAt(input: RunRetentionInput): Date {
  const moments = [runExpiresAt(input), ...messageExpiries(input)].map((moment) => moment.getTime());
  return new Date(Math.max(...moments));
}

const channelOf = ({ template }: WaitingStep): Channel => (template.type === "in_app" ? "in_app" : "email");
