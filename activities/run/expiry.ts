import { isChannel } from "#contract/constants/channels.ts";
import { LEFT_OUT_DETAILS } from "#contract/constants/details.ts";
import type { StepRow } from "#db/queries/workflows/workflow-steps.ts";
import { addDuration } from "#domain/values/duration.ts";
import type { Member } from "./member.ts";
import type { Slice } from "./slice.ts";

/** Moments after this one are not stored. */
const LATEST = Date.UTC(9999, 0, 1);

/**
 * From when on what the step sends to the member is of no use; null when it always is. The trigger says so for its event, and
 * the step counts from the trigger. After a digest, all of its events count: as long as one of them is of use. A step is skipped when it
 * has come by then (`stepApplies`), or when a send would begin (`sendAndRecord`).
 */
export function validUntil({ event }: Pick<Slice, "event">, { digestTimes }: Member, step: StepRow): Date | null {
  if (!isChannel(step.type) && step.type !== "http") return null;
  const { triggeredAt, validUntil: until } = digestTimes ?? {
    triggeredAt: event.createdAt,
    validUntil: event.validUntil,
  };
  const ofStep = step.expiresAfter && addDuration(triggeredAt, step.expiresAfter);
  if (!ofStep || !(ofStep.getTime() < LATEST)) return until;
  return until === null || ofStep < until ? ofStep : until;
}

/** Whether nobody has any use any more for what is valid until a moment; null is for ever. */
export const isExpired = (until: Date | null, now: Date): boolean => until !== null && until <= now;

/** Whether a delivery was left out, as its error says: it had expired, or its address is suppressed. */
export const isLeftOut = (error: { message: string } | null): boolean =>
  LEFT_OUT_DETAILS.some((detail) => detail === error?.message);

/** The moment at which what the step would send has expired; undefined when it has not. */
export function expiredAt(slice: Pick<Slice, "event" | "now">, member: Member, step: StepRow): Date | undefined {
  const until = validUntil(slice, member, step);
  return until !== null && isExpired(until, slice.now) ? until : undefined;
}
