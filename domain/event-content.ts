import { PAYLOAD_MAX_BYTES, PAYLOAD_MAX_DEPTH, WAIT_CEILINGS } from "#contract/constants/limits.ts";
import { isNestedDeeper } from "#contract/constants/values/json-depth.ts";
import type { TriggerOverrides } from "#contract/events.ts";
import type { RetentionDays } from "#contract/retention.ts";
import { DomainError } from "./errors.ts";
import { completePayload, type StepNeeds } from "./payload.ts";
import { contentExpiresAt, runExpiresAt, type WaitingStep } from "./times/retention.ts";
import { waitProblem } from "./times/waits.ts";
import type { PlainObject } from "./values/plain-object.ts";

type Step = StepNeeds & WaitingStep & { active: boolean };

/** The part of an event that follows from its payload and from the steps of its workflow. */
export interface EventContent {
  /** With the defaults of the steps' variables. */
  payload: PlainObject;
  expireAt: Date;
  contentExpireAt: Date;
}

/**
 * Completes the payload of an event by the defaults of its steps, and says when the event expires. Throws `invalid_input` when
 * something is missing, nested too deep or asks for too long a wait, and `payload_too_large`.
 */
export function eventContent(
  given: PlainObject,
  {
    steps: all,
    overrides,
    now,
    retention,
  }: { steps: readonly Step[]; overrides: TriggerOverrides; now: Date; retention: RetentionDays | null },
): EventContent {
  const steps = all.filter(({ active }) => active);
  const payload = completePayload(given, all);
  requirePayloadSize(payload);
  const tooLong = waitProblem({ steps, payload, overrides, now, ceilings: WAIT_CEILINGS });
  if (tooLong !== undefined) throw new DomainError("invalid_input", tooLong);
  const kept = { steps, payload, overrides, now, retention };
  return { payload, expireAt: runExpiresAt(kept), contentExpireAt: contentExpiresAt(kept) };
}

/** Of UTF-8, in which a character takes three bytes at most. */
const BYTES_OF_CHARACTER = 3;

function requirePayloadSize(payload: PlainObject): void {
  if (isNestedDeeper(payload, PAYLOAD_MAX_DEPTH)) {
    throw new DomainError(
      "invalid_input",
      `payload is nested more than ${PAYLOAD_MAX_DEPTH} levels deep: put its lists and objects side by side`,
    );
  }
  const json = JSON.stringify(payload);
  if (json.length * BYTES_OF_CHARACTER <= PAYLOAD_MAX_BYTES) return;
  const bytes = new TextEncoder().encode(json).length;
  if (bytes <= PAYLOAD_MAX_BYTES) return;
  throw new DomainError(
    "payload_too_large",
    `payload is ${bytes} bytes of JSON, at most ${PAYLOAD_MAX_BYTES}: send less, or a link to it`,
  );
}
