import type { DigestEvents } from "#db/queries/digests/digest-events.ts";
import type { StepVariables } from "#domain/templates/context.ts";
import type { Member } from "./member.ts";

/** Payloads of one digest that templates get, in characters of their JSON text; rendering takes little more in all. */
export const DIGEST_EVENTS_MAX = 3_000_000;
/** Longest list of events that is repeated in an execution detail. */
const DETAIL_MAX = 4_000;

/** The events of a digest as templates see them. */
export const digestVariables = ({ events, total }: DigestEvents): StepVariables => ({
  digest: total > 0,
  events,
  total_count: total,
});

/** The same for the execution detail, without payloads that would make it long. */
export function eventsForDetail(found: DigestEvents | undefined): object {
  const { events, total } = found ?? { events: [], total: 0 };
  const left = total - events.length;
  const isShort = JSON.stringify(events).length <= DETAIL_MAX;
  return { ...(isShort ? { events } : {}), total_count: total, ...(left > 0 && { leftOut: left }) };
}

/** Returns the parts of a push request that say which events its message was made of. */
export function collectedOf({
  digest,
  digestStepId,
}: Pick<Member, "digest" | "digestStepId">): Record<string, unknown> {
  const { digest: isDigest = false, events = [], total_count = 0 } = digest ?? {};
  const step = { digest: isDigest, events: [], total_count };
  if (digestStepId === null || events.length === 0) return { step };
  return { step, collected: { stepId: digestStepId, size: JSON.stringify(events).length } };
}
