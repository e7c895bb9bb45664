import type { Database } from "#db/client.ts";
import { emptyOutbox } from "#db/queries/outbox/outbox.ts";
import type { CallContext } from "../caller.ts";

/** Deletes all messages of the environment's outbox. */
export const clearOutbox = (db: Database, { scope }: CallContext): Promise<void> =>
  db.transaction((transaction) => emptyOutbox(transaction, scope));
