import { endWindow } from "#db/end-window.ts";
import { findEnding } from "#db/queries/digests/end-windows.ts";
import { findUnsettledWindows, settleWindows, type WindowsOf } from "#db/queries/digests/settle-windows.ts";
import { inHotTransaction } from "#db/transaction.ts";
import { wakeCohorts } from "../lanes/wake-cohorts.ts";
import type { SliceDeps } from "./slice-deps.ts";

type SettleDeps = Parameters<typeof wakeCohorts>[0] & Pick<SliceDeps, "clock">;

/**
 * Hands the windows over that runs have left by ending, and wakes the executions of those who take them over. To be called
 * after the end has been stored; also after a run was merged, whose master may have ended meanwhile.
 */
export async function settleDigests(deps: SettleDeps, of: WindowsOf): Promise<void> {
  await settle(deps, await findUnsettledWindows(deps.db, of));
}

/** The same for windows by their ids. Ends what is left in those that are not sent. */
export async function settle(deps: SettleDeps, windowIds: readonly string[]): Promise<void> {
  if (windowIds.length === 0) return;
  const { db, clock } = deps;
  const { cohortIds } = await inHotTransaction(db, (sql) => settleWindows(sql, windowIds, clock()));
  for (const window of await findEnding(db, windowIds)) await endWindow(db, window, { clock });
  await wakeCohorts(deps, cohortIds);
}
