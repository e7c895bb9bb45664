import type { SendSignal, SignalResult } from "#contract/signals.ts";
import type { Database } from "#db/client.ts";
import { findSubscriberId } from "#db/queries/subscribers/subscribers.ts";
import { insertSignal, wakeWaits } from "#db/queries/waits/send-signal.ts";
import { inHotTransaction } from "#db/transaction.ts";
import { notFound } from "#domain/errors.ts";
import type { Engine } from "#engine/client.ts";
import type { CallContext } from "../../caller.ts";

/**
 * Stores something that happened to a subscriber, and has the runs look that wait for it. A run that begins to wait at the same
 * instant finds what is stored. Throws `not_found` for an unknown subscriber.
 */
export async function sendSignal(
  { db, engine }: { db: Database; engine: Engine },
  { scope }: CallContext,
  { name, subscriberId, payload }: SendSignal,
): Promise<SignalResult> {
  const id = await findSubscriberId(db, scope, subscriberId);
  if (id === undefined) {
    throw notFound(`Subscriber ${subscriberId} does not exist in this environment: create it before its signals`);
  }
  const signal = { subscriberId: id, name, payload: payload ?? {}, now: new Date() };
  const woken = await inHotTransaction(db, async (sql) => {
    await insertSignal(sql, scope, signal);
    return wakeWaits(sql, scope, signal);
  });
  await engine.lookAgain(woken.executionIds);
  return { acknowledged: true, waiting: woken.runs };
}
