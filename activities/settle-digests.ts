import { findUnsettledWindows, settleWindows, type WindowsOf } from "#db/queries/digests/settle-windows.ts";
import type { StepRow } from "#db/queries/workflows/workflow-steps.ts";
import { inHotTransaction } from "#db/transaction.ts";
import type { Deps } from "./deps.ts";
import { wakeCohorts } from "./wake-cohorts.ts";

export const hasDigest = (steps: readonly StepRow[]): boolean => steps.some(({ type }) => type === "digest");

/**
 * Hands the windows over that runs have left by ending, and wakes the executions of those who take them over. To be called
 * after the end has been stored; also after a run was merged, whose master may have ended meanwhile.
 */
export async function settleDigests(deps: Deps, of: WindowsOf): Promise<void> {
  await settle(deps, await findUnsettledWindows(deps.db, of));
}

/** The same for windows by their ids. */
export async function settle(deps: Deps, windowIds: readonly string[]): Promise<void> {
  if (windowIds.length === 0) return;
  const { cohortIds } = await inHotTransaction(deps.db, (sql) => settleWindows(sql, windowIds, deps.clock()));
  await wakeCohorts(deps, cohortIds);
}
