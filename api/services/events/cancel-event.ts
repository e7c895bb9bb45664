import type { Database } from "#db/client.ts";
import { cancelEventRow } from "#db/queries/events/cancel-event.ts";
import type { Engine } from "#engine/client.ts";
import type { CallContext } from "../../caller.ts";
import { note } from "../audit.ts";
import { wakeOwners } from "../resumptions/wake-owners.ts";

/**
 * Cancels what of an event has not begun. The database decides, so that what is stored at the same instant
 * either comes first or finds the mark; executions are then asked to look.
 *
 * Returns true when at least one step of one recipient had not begun, and now never begins: it waited, or stood behind one that
 * waits or is being sent. What is being sent is not interrupted, so that an event of which nothing else is left returns false
 * and stays as it is, as a finished, an unknown and a cancelled one do.
 */
export async function cancelEvent(
  { db, engine }: { db: Database; engine: Engine },
  call: CallContext,
  transactionId: string,
): Promise<boolean> {
  const canceled = await db.transaction(async (transaction) => {
    const event = await cancelEventRow(transaction, call.scope, transactionId, byWhom(call));
    if (event) await note(transaction, call, { action: "event.canceled", id: transactionId });
    return event;
  });
  if (!canceled) return false;
  await Promise.all([engine.lookAgain(canceled.executionIds), wakeOwners({ db, engine }, canceled.mergedCohortIds)]);
  return true;
}

function byWhom({ caller }: CallContext): { userId: string; keyEnd?: string } | undefined {
  if (caller.kind === "key") return { userId: caller.userId, keyEnd: caller.keyEnd };
  return caller.kind === "member" ? { userId: caller.userId } : undefined;
}
