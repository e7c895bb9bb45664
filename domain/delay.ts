import { getPath } from "./dotted-path.ts";
import { addDuration, delayOverride, parseDuration } from "./duration.ts";
import { isIsoInstant } from "./instant.ts";

/** What the author of a delay step entered; the fields that its type needs may still be missing. */
export interface DelayMetadata {
  type?: string | null | undefined;
  amount?: number | string | null | undefined;
  unit?: string | null | undefined;
  delayPath?: string | null | undefined;
}

export interface DelayInput {
  metadata: DelayMetadata | null | undefined;
  payload: Readonly<Record<string, unknown>>;
  overrides?: unknown;
  /** The moment at which the run reached the step. */
  now: Date;
}

export type DelayResult = { dueAt: Date } | { error: string };

/**
 * Until when a delay step holds a run (engine.md 6): an amount of time from now, or a date in the payload.
 * The error is the text for the `Invalid delay configuration` detail; it names the path that has to be put right.
 */
export function delayUntil({ metadata, payload, overrides, now }: DelayInput): DelayResult {
  if (metadata?.type === "scheduled") return scheduledUntil(metadata.delayPath, payload, now);
  const duration = delayOverride(overrides) ?? parseDuration(metadata?.amount, metadata?.unit);
  if (!duration) return { error: "Delay needs metadata.amount (a number from 0) and metadata.unit (such as minutes)" };
  const dueAt = addDuration(now, duration);
  if (Number.isNaN(dueAt.getTime())) return { error: "Delay at metadata.amount is too long: give a shorter one" };
  return { dueAt };
}

function scheduledUntil(
  path: string | null | undefined,
  payload: Readonly<Record<string, unknown>>,
  now: Date,
): DelayResult {
  if (!path) return { error: "Scheduled delay needs metadata.delayPath: the place of the date in the payload" };
  const value = getPath(payload, path);
  if (!isIsoInstant(value))
    return { error: `Delay date at path ${path} must be an ISO date such as 2030-01-31T09:30:00.000Z` };
  const dueAt = new Date(value);
  if (dueAt < now) return { error: `Delay date at path ${path} must be in the future, but ${value} has passed` };
  return { dueAt };
}
