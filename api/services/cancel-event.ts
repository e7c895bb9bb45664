import { DETAILS } from "#contract/constants/details.ts";
import type { Database } from "#db/client.ts";
import { cancelWaitingJobs } from "#db/queries/deliveries.ts";
import { cancelUnresolvedEvent, findEvent } from "#db/queries/events.ts";
import type { Scope } from "#db/scope.ts";
import type { Engine } from "#engine/client.ts";

/**
 * Cancels what of an event still waits: engine.md 2.5. The database decides, so that a timer that fires at the same
 * instant either finds its job or does not; the execution is then woken to stop waiting for nothing.
 * False when nothing was waiting.
 */
export async function cancelEvent(
  { db, engine }: { db: Database; engine: Engine },
  scope: Scope,
  transactionId: string,
): Promise<boolean> {
  const event = await findEvent(db, scope, transactionId);
  if (!event) return false;
  const unresolved = await cancelUnresolvedEvent(db, scope, event.id);
  const waiting = await cancelWaitingJobs(db, event, DETAILS.canceledByCaller);
  if (waiting === 0 && !unresolved) return false;
  await engine.cancelTrigger(scope.environmentId, transactionId);
  return true;
}
