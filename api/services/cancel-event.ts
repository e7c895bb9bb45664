import type { Database } from "#db/client.ts";
import { cancelEventRow } from "#db/queries/events/cancel-event.ts";
import type { Engine } from "#engine/client.ts";
import type { CallContext } from "../caller.ts";

/**
 * Cancels what of an event has not begun: engine.md 2.5. The database decides, so that what is stored at the same instant
 * either comes first or finds the mark; executions are then asked to look. False when nothing could be cancelled.
 */
export async function cancelEvent(
  { db, engine }: { db: Database; engine: Engine },
  { scope }: CallContext,
  transactionId: string,
): Promise<boolean> {
  const canceled = await db.transaction((transaction) => cancelEventRow(transaction, scope, transactionId));
  if (!canceled) return false;
  await engine.lookAgain(canceled.executionIds);
  return true;
}
