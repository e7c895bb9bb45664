import type { Database } from "#db/client.ts";
import { nextRuns } from "#db/queries/resumptions/next-runs.ts";
import { cancelResumption, getResumption } from "#db/queries/resumptions/resumptions.ts";
import type { Scope } from "#db/scope.ts";

/** How many runs a resumption finds at its first look. It is ended without resuming any. */
export async function countOnly(db: Database, scope: Scope, id: string): Promise<number> {
  const found = await nextRuns(db, await getResumption(db, scope, { kind: "resume", id }), 1_000);
  await db.transaction((transaction) => cancelResumption(transaction, scope, id));
  return found.filter(({ matches }) => matches).length;
}
