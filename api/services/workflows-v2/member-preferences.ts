import type { PartialWorkflowPreferences } from "#contract/preferences.ts";
import type { Database } from "#db/client.ts";
import { findByReference } from "#db/queries/workflows/workflows-v2.ts";
import type { CallContext, MemberCaller } from "../../caller.ts";
import { saveUserPreferences } from "./save-workflow.ts";

/** Stores or, with null, removes what members chose for a workflow; returns its id. Throws `not_found`. */
export async function changeMemberPreferences(
  db: Database,
  { scope }: CallContext<MemberCaller>,
  reference: string,
  given: PartialWorkflowPreferences | null,
): Promise<string> {
  return db.transaction(async (transaction) => {
    const { workflow } = await findByReference(transaction, scope, reference, { lock: true });
    await saveUserPreferences(transaction, scope, workflow.id, given);
    return workflow.id;
  });
}
