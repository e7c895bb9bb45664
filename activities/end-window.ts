import type { Database } from "#db/client.ts";
import { type EndingWindow, endRuns, type MemberPlace, nextMembers, noteEnded } from "#db/queries/digests/end-windows.ts";
import { inHotTransaction } from "#db/transaction.ts";
import type { Clock } from "./deps.ts";

/** Runs that are ended by one transaction. */
const ENDED_TOGETHER = 200;

/** Ends the runs of a window that is not sent, some at a time. Broken off and repeated, it goes on with what is left. */
export async function endWindow(db: Database, window: EndingWindow, clock: Clock): Promise<void> {
  let after: MemberPlace | null = null;
  for (;;) {
    const members: MemberPlace[] = await nextMembers(db, window.id, { after, limit: ENDED_TOGETHER });
    const runIds = members.map(({ runId }) => runId);
    if (runIds.length > 0) await inHotTransaction(db, (sql) => endRuns(sql, window, runIds, clock()));
    after = members.at(-1) ?? null;
    if (members.length < ENDED_TOGETHER) break;
  }
  await noteEnded(db, window.id);
}
