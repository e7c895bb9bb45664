import type { Database } from "#db/client.ts";
import { markHandled } from "#db/queries/activity/mark-handled.ts";
import type { CallContext, KeyCaller, MemberCaller } from "../../caller.ts";
import { note } from "../audit.ts";

/** Marks a run as handled by the caller, or takes the mark back. Throws `not_found`. */
export async function changeHandled(
  db: Database,
  call: CallContext<KeyCaller | MemberCaller>,
  runId: string,
  isHandled: boolean,
): Promise<void> {
  const { scope, caller } = call;
  const by = { userId: caller.userId, ...(caller.kind === "key" && { keyEnd: caller.keyEnd }) };
  await db.transaction(async (transaction) => {
    await markHandled(transaction, scope, runId, isHandled ? by : null);
    await note(transaction, call, { action: isHandled ? "run.handled" : "run.reopened", id: runId });
  });
}
