import { TIME_UNITS } from "#contract/constants/values/time.ts";
import type { TriggerOverrides } from "#contract/events.ts";
import type { StepMetadata } from "#contract/workflows/step-metadata.ts";
import { addDuration, type Duration, delayOverride } from "../values/duration.ts";
import { type NextMoment, nextTimedMoment } from "./timed-schedule.ts";

export interface DigestInput {
  /** A digest that has none lasts as long as `overrides` say. */
  metadata: StepMetadata;
  overrides?: TriggerOverrides | undefined;
  /** The moment at which the run that opens the window reached the step. */
  now: Date;
}

/**
 * When the window ends that a digest step opens now: an amount of time from now, which `overrides.delay`
 * replaces, or the next moment of a timed digest's schedule. The error is a sentence that starts with the field that has
 * to be put right, such as `metadata.timed.atTime`.
 */
export function digestUntil({ metadata, overrides, now }: DigestInput): NextMoment {
  if (metadata.type === "timed") return nextTimedMoment(metadata, now);
  const duration = delayOverride(overrides) ?? durationOf(metadata);
  if ("error" in duration) return duration;
  const dueAt = addDuration(now, duration);
  if (Number.isNaN(dueAt.getTime())) return { error: "metadata.amount is too long: give a shorter one" };
  return { dueAt };
}

function durationOf(metadata: StepMetadata): Duration | { error: string } {
  if (metadata.type !== "regular" && metadata.type !== "backoff") {
    return { error: "metadata.type must be regular, backoff or timed" };
  }
  const { amount, unit } = metadata;
  if (!Number.isFinite(amount) || amount < 0) return { error: "metadata.amount must be a number from 0" };
  if (!TIME_UNITS.includes(unit)) return { error: `metadata.unit must be one of ${TIME_UNITS.join(", ")}` };
  return { amount, unit };
}
