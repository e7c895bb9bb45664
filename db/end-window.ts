import type { Database } from "./client.ts";
import { type EndingWindow, endRuns, type MemberPlace, nextMembers, noteEnded } from "./queries/digests/end-windows.ts";
import { inRareTransaction } from "./transaction.ts";

/** Runs that are ended by one transaction. */
const WINDOWS_ENDED_TOGETHER = 200;

interface EndOptions {
  clock: () => Date;
  /** How long, in milliseconds, transactions are begun; the reconciler does the rest. */
  budgetMs?: number;
}

/** Ends the runs of a window that is not sent, some at a time. Broken off and repeated, it goes on with what is left. */
export async function endWindow(
  db: Database,
  window: EndingWindow,
  { clock, budgetMs = Number.POSITIVE_INFINITY }: EndOptions,
): Promise<void> {
  const deadline = performance.now() + budgetMs;
  let after: MemberPlace | null = null;
  while (performance.now() < deadline) {
    const members: MemberPlace[] = await nextMembers(db, window.id, { after, limit: WINDOWS_ENDED_TOGETHER });
    const runIds = members.map(({ runId }) => runId);
    if (runIds.length > 0) await inRareTransaction(db, (sql) => endRuns(sql, window, runIds, clock()));
    after = members.at(-1) ?? null;
    if (members.length < WINDOWS_ENDED_TOGETHER) return noteEnded(db, window.id);
  }
}
