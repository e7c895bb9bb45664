import type { TriggerResult } from "#contract/events.ts";
import type { Database } from "#db/client.ts";
import { findEventStatus } from "#db/queries/events/event-status.ts";
import type { TriggeredWorkflow } from "#db/queries/workflows/workflows.ts";
import type { Scope } from "#db/scope.ts";
import type { Engine } from "#engine/client.ts";

/**
 * The event is there already: it is delivered once, and the answer says whether it is. An event that was never taken up is
 * started again; one that ended unfinished is started by a call of its own.
 */
export async function answerDuplicate(
  { db, engine }: { db: Database; engine: Pick<Engine, "startTrigger"> },
  scope: Scope,
  workflow: TriggeredWorkflow,
  transactionId: string,
): Promise<TriggerResult> {
  const event = await findEventStatus(db, scope, transactionId);
  if (!event) throw new Error(`Event ${transactionId} vanished while it was stored`);
  if (event.stopReason !== null && event.canceledAt === null) {
    return {
      acknowledged: true,
      status: "error",
      transactionId,
      error: [
        `Event ${transactionId} ended unfinished (${event.stopReason}): POST /v1/events/trigger/${transactionId}/resume starts it again`,
      ],
    };
  }
  // The rows of runs that are long through are gone before the event is.
  const isOver = new Date(event.expireAt) <= new Date();
  if (event.cohorts === 0 && event.canceledAt === null && !isOver) {
    await engine.startTrigger({
      event: { ...scope, eventId: event.id, transactionId },
      executionId: event.executionId,
      workflow: workflow.identifier,
      audience: event.audience,
      critical: workflow.critical,
    });
  }
  return accepted(transactionId);
}

export const accepted = (transactionId: string): TriggerResult => ({
  acknowledged: true,
  status: "processed",
  transactionId,
});
