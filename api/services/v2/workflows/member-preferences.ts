import type { CallContext, MemberCaller } from "#api/caller.ts";
import type { PartialWorkflowPreferences } from "#contract/preferences.ts";
import type { Database } from "#db/client.ts";
import { changing } from "../../workflows/store-workflow.ts";
import { byReference, saveUserPreferences } from "./save-workflow.ts";

/** Stores or, with null, removes what members chose for a workflow; returns its id. Throws `not_found`. */
export async function changeMemberPreferences(
  db: Database,
  call: CallContext<MemberCaller>,
  reference: string,
  given: PartialWorkflowPreferences | null,
): Promise<string> {
  return changing(db, call, byReference(call.scope, reference), async (transaction, { workflow }) => {
    await saveUserPreferences(transaction, call.scope, workflow.id, given);
    return workflow.id;
  });
}
