import type { KeptEvents } from "#contract/constants/webhooks.ts";
import type { Database } from "#db/client.ts";
import { saveKeptEvents } from "#db/queries/webhooks/webhook-events.ts";
import type { CallContext } from "../../caller.ts";
import { noted } from "../audit.ts";

/** Sets which events are kept from now on. Returns it. */
export const setKeptEvents = (db: Database, call: CallContext, kept: KeptEvents): Promise<KeptEvents> =>
  noted(db, call, { action: "environment.updated", id: call.scope.environmentId }, async (transaction) => {
    await saveKeptEvents(transaction, call.scope, kept);
    return kept;
  });
