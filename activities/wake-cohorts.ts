import { findCohortOwners } from "#db/queries/cohorts/overdue.ts";
import { executionOf } from "#engine/client.ts";
import type { Deps } from "./deps.ts";

/** Has the executions look that own these cohorts, of which runs have become due. */
export async function wakeCohorts({ db, engine, logger }: Deps, cohortIds: readonly string[]): Promise<void> {
  for (const owner of await findCohortOwners(db, cohortIds)) {
    // A wake that fails is made up for by the reconciler when the cohort is overdue.
    await engine
      .wake(executionOf(owner))
      .catch((error: unknown) => logger.warn({ err: error }, "an execution could not be woken"));
  }
}
