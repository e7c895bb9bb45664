import pLimit from "p-limit";
import { findCohortOwners } from "#db/queries/cohorts/overdue.ts";
import { type Engine, executionOf } from "#engine/client.ts";
import type { DecisionDeps } from "../run/decision-deps.ts";

const WOKEN_TOGETHER = 20;

/**
 * Has the executions look that own these cohorts, of which runs have become due. The rows are what counts: an execution that
 * cannot be woken is found by the reconciler, because its cohort is overdue.
 */
export async function wakeCohorts(
  { db, engine, logger }: Pick<DecisionDeps, "db" | "logger"> & { engine: Pick<Engine, "wake"> },
  cohortIds: readonly string[],
): Promise<void> {
  if (cohortIds.length === 0) return;
  const limit = pLimit(WOKEN_TOGETHER);
  const owners = await findCohortOwners(db, cohortIds);
  await Promise.all(
    owners.map((owner) =>
      limit(() =>
        engine
          .wake(executionOf(owner))
          .catch((err: unknown) => logger.warn({ err }, "an execution could not be woken")),
      ),
    ),
  );
}
