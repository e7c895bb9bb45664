import { findCohortOwners } from "#db/queries/cohorts/overdue.ts";
import { findUnsettledWindows, settleWindows, type WindowsOf } from "#db/queries/digests/settle-windows.ts";
import type { StepRow } from "#db/queries/workflows/workflow-steps.ts";
import { inHotTransaction } from "#db/transaction.ts";
import type { Deps } from "./deps.ts";
import { executionOf } from "./execution-of.ts";

/** Whether the step may let one run go on with the events of several. */
export const collects = ({ type, outsideHours }: StepRow): boolean => type === "digest" || outsideHours === "merge";

export const hasDigest = (steps: readonly StepRow[]): boolean => steps.some(collects);

/**
 * Hands the windows over that runs have left by ending, and wakes the executions of those who take them over. To be called
 * after the end has been stored; also after a run was merged, whose master may have ended meanwhile.
 */
export async function settleDigests(deps: Deps, of: WindowsOf): Promise<void> {
  await settle(deps, await findUnsettledWindows(deps.db, of));
}

/** The same for windows by their ids. */
export async function settle({ db, clock, engine, logger }: Deps, windowIds: readonly string[]): Promise<void> {
  if (windowIds.length === 0) return;
  const { cohortIds } = await inHotTransaction(db, (sql) => settleWindows(sql, windowIds, clock()));
  for (const owner of await findCohortOwners(db, cohortIds)) {
    // A wake that fails is made up for by the reconciler when the window is overdue.
    await engine
      .wake(executionOf(owner))
      .catch((error: unknown) => logger.warn({ err: error }, "the execution of a digest could not be woken"));
  }
}
