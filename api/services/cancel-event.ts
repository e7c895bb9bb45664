import type { Database } from "#db/client.ts";
import { cancelEventRow } from "#db/queries/events/cancel-event.ts";
import type { Engine } from "#engine/client.ts";
import type { CallContext } from "../caller.ts";
import { note } from "./audit.ts";

/**
 * Cancels what of an event has not begun: engine.md 2.5. The database decides, so that what is stored at the same instant
 * either comes first or finds the mark; executions are then asked to look. False when nothing could be cancelled.
 */
export async function cancelEvent(
  { db, engine }: { db: Database; engine: Engine },
  call: CallContext,
  transactionId: string,
): Promise<boolean> {
  const canceled = await db.transaction(async (transaction) => {
    const event = await cancelEventRow(transaction, call.scope, transactionId);
    if (event) await note(transaction, call, { action: "event.canceled", id: transactionId });
    return event;
  });
  if (!canceled) return false;
  await engine.lookAgain(canceled.executionIds);
  return true;
}
