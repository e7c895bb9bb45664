import type { ResumedEvent } from "#contract/events.ts";
import type { Database } from "#db/client.ts";
import { markReopened } from "#db/queries/cohorts/reopen-cohort.ts";
import { findEventStatus } from "#db/queries/events/event-status.ts";
import { clearEventStop } from "#db/queries/events/stop-event.ts";
import { pinnedVersion } from "#db/queries/workflows/pinned-version.ts";
import { DomainError, notFound } from "#domain/errors.ts";
import type { Engine, Execution } from "#engine/client.ts";
import type { CallContext } from "../../caller.ts";
import { note } from "../audit.ts";

/**
 * Starts again what of an event failed or was stopped. What has been sent is not sent again, and what was decided is sent
 * as it was decided. Throws `not_found`; `conflict` for a cancelled event.
 */
export async function resumeEvent(
  { db, engine }: { db: Database; engine: Engine },
  call: CallContext,
  transactionId: string,
): Promise<ResumedEvent> {
  const { scope } = call;
  const event = await findEventStatus(db, scope, transactionId);
  if (!event) throw notFound(`No event with transactionId ${transactionId} exists in this environment`);
  if (event.canceledAt !== null) {
    throw new DomainError("conflict", `Event ${transactionId} was cancelled: trigger the workflow again`);
  }
  const { workflow } = await pinnedVersion(db, event.workflowVersionId);
  const execution = {
    event: { ...scope, eventId: event.id, transactionId },
    workflow: workflow.identifier,
    audience: event.audience,
    critical: workflow.critical,
  };
  if (event.cohorts === 0) {
    if (event.stopReason === null) return { resumed: false };
    // No row asks for it: should Temporal not respond, the event stays stopped, and the caller asks again.
    await engine.wake({ ...execution, executionId: event.executionId });
    await clearEventStop(db, scope, event.id);
    await note(db, call, { action: "event.resumed", id: transactionId });
    return { resumed: true };
  }
  const reopened = await markReopened(db, scope, event.id);
  if (reopened.length > 0) await note(db, call, { action: "event.resumed", id: transactionId });
  for (const { number, executionId } of reopened) {
    const isOwn = executionId === event.executionId;
    await wake({ ...execution, executionId, ...(!isOwn && { cohort: number }) });
  }
  return { resumed: reopened.length > 0 };

  /** The rows say what is to be done: should Temporal not respond, the reconciler starts it. */
  async function wake(target: Execution): Promise<void> {
    try {
      await engine.wake(target);
    } catch (error) {
      if (!(error instanceof DomainError && error.code === "unavailable")) throw error;
    }
  }
}
