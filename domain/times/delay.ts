import type { TriggerOverrides } from "#contract/events.ts";
import type { StepMetadata } from "#contract/workflows/step-metadata.ts";
import { getPath } from "../values/dotted-path.ts";
import { addDuration, delayOverride } from "../values/duration.ts";
import { isIsoInstant } from "../values/instant.ts";
import { nextTimedMoment } from "./timed-schedule.ts";

export interface DelayInput {
  /** A delay that has none lasts as long as `overrides` say. */
  metadata: StepMetadata;
  payload: Readonly<Record<string, unknown>>;
  overrides?: TriggerOverrides | undefined;
  /** The moment at which the run reached the step. */
  now: Date;
}

export type DelayResult = { dueAt: Date } | { error: string };

/**
 * Until when a delay step holds a run: an amount of time from now, a date in the payload, or the next fire of a cron expression.
 * The error is the text for the `Invalid delay configuration` detail; it names the path that has to be put right.
 */
export function delayUntil({ metadata, payload, overrides, now }: DelayInput): DelayResult {
  if (metadata.type === "scheduled") return scheduledUntil(metadata.delayPath, payload, now);
  if (metadata.type === "timed") return nextTimedMoment(metadata, now);
  const duration = delayOverride(overrides) ?? (metadata.type === "regular" ? metadata : undefined);
  if (!duration) return { error: "Delay needs metadata.amount (a number from 0) and metadata.unit (such as minutes)" };
  const dueAt = addDuration(now, duration);
  if (Number.isNaN(dueAt.getTime())) return { error: "Delay at metadata.amount is too long: give a shorter one" };
  return { dueAt };
}

function scheduledUntil(path: string, payload: Readonly<Record<string, unknown>>, now: Date): DelayResult {
  const value = getPath(payload, path);
  if (!isIsoInstant(value))
    return { error: `Delay date at path ${path} must be an ISO date such as 2030-01-31T09:30:00.000Z` };
  const dueAt = new Date(value);
  if (dueAt < now) return { error: `Delay date at path ${path} must be in the future, but ${value} has passed` };
  return { dueAt };
}
