import type { Database } from "#db/client.ts";
import { endDelay } from "#db/queries/runs/end-delay.ts";
import { inRareTransaction } from "#db/transaction.ts";
import { DomainError } from "#domain/errors.ts";
import type { Engine } from "#engine/client.ts";
import type { CallContext, KeyCaller, MemberCaller } from "../../caller.ts";
import { noteBy } from "../audit.ts";
import { wakeOwners } from "../resumptions/wake-owners.ts";

/** Has a run of the environment go on that waits at a delay. Throws `conflict` for one that does not. */
export async function endRunDelay(
  { db, engine }: { db: Database; engine: Engine },
  call: CallContext<KeyCaller | MemberCaller>,
  runId: string,
): Promise<void> {
  const { scope, caller } = call;
  const by = { userId: caller.userId, ...(caller.kind === "key" && { keyEnd: caller.keyEnd }) };
  const cohortId = await inRareTransaction(db, async (sql) => {
    const ended = await endDelay(sql, scope, runId, { by, now: new Date() });
    if (ended === undefined) throw new DomainError("conflict", `Run ${runId} does not wait at a delay`);
    await noteBy(sql, db, call, { action: "run.delay_ended", id: runId });
    return ended;
  });
  await wakeOwners({ db, engine }, [cohortId]);
}
