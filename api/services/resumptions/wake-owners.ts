import pLimit from "p-limit";
import type { Database } from "#db/client.ts";
import { findCohortOwners } from "#db/queries/cohorts/overdue.ts";
import { DomainError } from "#domain/errors.ts";
import { type Engine, executionOf } from "#engine/client.ts";

/** Executions that are woken at once. */
const WOKEN_TOGETHER = 20;

/**
 * Has the executions look that own these cohorts, also those that have ended. The rows say what is to be done: should Temporal not
 * respond, the reconciler wakes them.
 */
export async function wakeOwners(
  { db, engine }: { db: Database; engine: Engine },
  cohortIds: readonly string[],
): Promise<void> {
  const limit = pLimit(WOKEN_TOGETHER);
  const wake = async (owner: Parameters<typeof executionOf>[0]) => {
    try {
      await engine.wake(executionOf(owner));
    } catch (error) {
      if (!(error instanceof DomainError && error.code === "unavailable")) throw error;
    }
  };
  await Promise.all((await findCohortOwners(db, cohortIds)).map((owner) => limit(() => wake(owner))));
}
