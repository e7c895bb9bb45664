import type { Channel } from "#contract/constants/channels.ts";
import { DEFAULT_RETENTION, RETENTION_DAYS } from "#contract/constants/limits.ts";
import type { TriggerOverrides } from "#contract/events.ts";
import type { RetentionDays } from "#contract/retention.ts";
import type { StepMetadata } from "#contract/workflows/step-metadata.ts";
import type { MessageTemplate } from "#contract/workflows/templates.ts";
import { addDuration } from "../values/duration.ts";
import { delayUntil } from "./delay.ts";
import { digestUntil } from "./digest-length.ts";

/** A step, as far as it decides how long it may hold a run. */
export interface WaitingStep {
  template: Pick<MessageTemplate, "type">;
  metadata: StepMetadata;
}

export interface RunRetentionInput {
  steps: readonly WaitingStep[];
  payload: Readonly<Record<string, unknown>>;
  overrides?: TriggerOverrides | undefined;
  now: Date;
  /** Days that the environment has chosen; null for the default. */
  retention?: RetentionDays | null | undefined;
}

/** When a message is deleted: in-app ones live longer, because the inbox shows them. */
export function messageExpiresAt(channel: Channel, createdAt: Date, retention?: RetentionDays | null): Date {
  const { inApp, messages } = retention ?? DEFAULT_RETENTION;
  return addDuration(createdAt, { amount: channel === "in_app" ? inApp : messages, unit: "days" });
}

/**
 * When a run, its jobs and its details are deleted: 30 days, or as many as the environment has chosen, after the longest
 * that its delays, digests and waits can take, so that a run never loses its rows while it waits. When a wait cannot be
 * foretold, a month from where it begins.
 */
export function runExpiresAt({ steps, payload, overrides, now, retention }: RunRetentionInput): Date {
  const kept = { amount: (retention ?? DEFAULT_RETENTION).runs, unit: "days" } as const;
  let end = now;
  for (const step of steps) {
    const wakesAt = latestWakeUp(step, { payload, overrides, now: end });
    if (!wakesAt) return addDuration(end, retention ? kept : { amount: 1, unit: "months" });
    end = wakesAt;
  }
  return addDuration(end, kept);
}

function latestWakeUp(
  { template, metadata }: WaitingStep,
  { payload, overrides, now }: Omit<RunRetentionInput, "steps" | "retention">,
): Date | undefined {
  if (template.type === "delay") {
    const result = delayUntil({ metadata, payload, overrides, now });
    return "dueAt" in result ? result.dueAt : undefined;
  }
  if (template.type === "wait_for_event") {
    const end = metadata.type === "wait_for_event" ? addDuration(now, metadata) : now;
    return Number.isNaN(end.getTime()) ? undefined : end;
  }
  if (template.type === "digest") return latestWindowEnd(metadata, overrides, now);
  return now;
}

/**
 * The latest end of a window that opens when the step is reached, which may be later than `now`. As for delays, the 30 days
 * that runs are kept after it allow for that; but a run that misses the next moment of a schedule waits for the one after it.
 */
function latestWindowEnd(metadata: StepMetadata, overrides: TriggerOverrides | undefined, now: Date): Date | undefined {
  const next = windowEnd(metadata, overrides, now);
  if (!next || metadata.type !== "timed") return next;
  const mayBeMissed = next <= addDuration(now, { amount: RETENTION_DAYS, unit: "days" });
  const last = (mayBeMissed && windowEnd(metadata, overrides, next)) || next;
  const { amount, unit, timed } = metadata;
  if (timed?.cronExpression || amount === undefined || unit === undefined) return last;
  // An interval starts when the window opens, so a window that opens in a later one can end later: by one unit at most.
  const intervalEnd = addDuration(now, { unit, amount: amount + 1 });
  return new Date(Math.max(last.getTime(), intervalEnd.getTime()));
}

function windowEnd(metadata: StepMetadata, overrides: TriggerOverrides | undefined, now: Date): Date | undefined {
  const result = digestUntil({ metadata, overrides, now });
  return "dueAt" in result ? result.dueAt : undefined;
}

/**
 * When the message of each step is deleted. It follows from the event alone, so that a repeated insert of a message
 * carries the same date: counted from when the step is reached, as far as that can be foretold.
 */
export function messageExpiries({ steps, payload, overrides, now, retention }: RunRetentionInput): Date[] {
  let reached = now;
  return steps.map((step) => {
    const expires = messageExpiresAt(channelOf(step), reached, retention);
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
