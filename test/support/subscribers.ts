import type { Database } from "#db/client.ts";
import { compareSubscribers, upsertSubscribers } from "#db/queries/subscribers/upsert-subscribers.ts";
import type { Scope } from "#db/scope.ts";
import type { InlineSubscriber } from "#domain/recipients.ts";

/** Stores subscribers as a service does: compared with what is stored, then written in one transaction. */
export async function storeSubscribers(db: Database, scope: Scope, given: readonly InlineSubscriber[]) {
  const compared = await compareSubscribers(db, scope, given);
  const written = await db.transaction((transaction) => upsertSubscribers(transaction, scope, compared));
  return { ...written, failed: compared.failed };
}
