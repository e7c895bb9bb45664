import { z } from "zod";
import type { Database } from "#db/client.ts";
import { readDigestEvents } from "#db/queries/digests/digest-events.ts";
import { DIGEST_EVENTS_MAX, digestVariables } from "../run/digest-variables.ts";
import { createByteBudget } from "./byte-budget.ts";

/** Events are in memory up to so many times: as read, and as the body that is sent. */
const COPIES = 3;
/** Memory for events of messages that are being sent, in characters. */
const BUDGET = 60_000_000;

/** The reference of a stored request to the digest before it, whose events may be large, while a run may have a request for each device. */
const CollectedRef = z.object({
  stepId: z.string(),
  size: z.number(),
});

/** Events could not be read now; the send was not begun. */
export class EventsUnavailableError extends Error {}

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
