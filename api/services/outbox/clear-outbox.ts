import type { Database } from "#db/client.ts";
import { emptyOutbox } from "#db/queries/outbox/outbox.ts";
import type { CallContext } from "../../caller.ts";
import { note } from "../audit.ts";

/** Deletes all messages of the environment's outbox. */
export const clearOutbox = (db: Database, call: CallContext): Promise<void> =>
  db.transaction(async (transaction) => {
    await emptyOutbox(transaction, call.scope);
    await note(transaction, call, { action: "outbox.cleared" });
  });
