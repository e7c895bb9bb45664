import { RETENTION_DAYS } from "#contract/constants/limits.ts";
import type { Database } from "#db/client.ts";
import { type ErasureRow, insertErasure } from "#db/queries/subscribers/erasures/erasures.ts";
import { DomainError } from "#domain/errors.ts";
import { addDuration } from "#domain/values/duration.ts";
import type { Engine } from "#engine/client.ts";
import type { CallContext } from "../../caller.ts";
import { note } from "../audit.ts";

/**
 * Deletes a subscriber, and has the engine remove everything that is stored about it. Asked for again while that is under way, it is the
 * same erasure. Throws `not_found`, also once it has ended.
 */
export async function eraseSubscriber(
  { db, engine }: { db: Database; engine: Pick<Engine, "startErasure"> },
  call: CallContext,
  subscriberId: string,
): Promise<ErasureRow> {
  const now = new Date();
  const expireAt = addDuration(now, { amount: RETENTION_DAYS, unit: "days" });
  const row = await db.transaction(async (transaction) => {
    const erasure = await insertErasure(transaction, call.scope, subscriberId, { now, expireAt });
    await note(transaction, call, { action: "subscriber.erased", id: erasure.id });
    return erasure;
  });
  const { organizationId, environmentId, id: erasureId } = row;
  try {
    // The row says what is to be done: should Temporal not respond, the reconciler starts it.
    await engine.startErasure({ organizationId, environmentId, erasureId });
  } catch (error) {
    if (!(error instanceof DomainError && error.code === "unavailable")) throw error;
  }
  return row;
}
