import { z } from "zod";
import type { Database } from "#db/client.ts";
import { readDigestEvents } from "#db/queries/digests/digest-events.ts";
import { DIGEST_EVENTS_MAX, digestVariables } from "../slice/digest-variables.ts";
import type { Member } from "../slice/member.ts";
import { createByteBudget } from "./byte-budget.ts";

/** Events are in memory up to so many times: as read, and as the body that is sent. */
const COPIES = 3;
/** Memory for events of messages that are being sent, in characters. */
const BUDGET = 60_000_000;

/** The reference of a stored request to the digest before it, whose events may be large, while a run may have a request for each device. */
const CollectedRef = z.object({
  stepId: z.string(),
  /** Characters of the events as JSON. */
  size: z.number(),
});

/** Events could not be read now; the send was not begun. */
export class EventsUnavailableError extends Error {}

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

interface WithCollected {
  runId: string;
  integrationId: string;
  request: Readonly<Record<string, unknown>>;
}

/** Brings the events of a digest to the sends whose requests name it, only so many at once. */
export interface CollectedEvents {
  /** Runs a send with its events; one without them runs at once. */
  run<T>(delivery: WithCollected, send: (request: Readonly<Record<string, unknown>>) => Promise<T>): Promise<T>;
}

export function createCollectedEvents(db: Database): CollectedEvents {
  const budget = createByteBudget(BUDGET);

  async function withEvents({ runId, request: { collected: _ref, step, ...request } }: WithCollected, stepId: string) {
    const found = await readDigestEvents(db, [runId], stepId, DIGEST_EVENTS_MAX).catch((cause: unknown) => {
      throw new EventsUnavailableError("Events of a digest could not be read", { cause });
    });
    const events = found.get(runId);
    // Without them, what is stored still says how many there were.
    return { ...request, step: events ? digestVariables(events) : step };
  }

  return {
    async run(delivery, send) {
      const ref = CollectedRef.safeParse(delivery.request.collected);
      if (!ref.success) return send(delivery.request);
      const { stepId, size } = ref.data;
      return budget.run(delivery.integrationId, size * COPIES, async () => send(await withEvents(delivery, stepId)));
    },
  };
}
