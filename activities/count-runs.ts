import { countNextRuns, findUncounted } from "#db/queries/activity/count-runs.ts";
import { inRareTransaction } from "#db/transaction.ts";
import type { Deps } from "./deps.ts";

/** Environments of one pass, and how long it counts at most; what is left is for the next one. */
const ENVIRONMENTS = 10_000;
const BUDGET_MS = 20_000;

/** Counts the runs that are not counted yet, for the statistics of the activity feed. Environments take turns. */
export async function countRuns({ db }: Pick<Deps, "db">): Promise<void> {
  const deadline = performance.now() + BUDGET_MS;
  let environments = await findUncounted(db, ENVIRONMENTS);
  while (environments.length > 0) {
    const unfinished: string[] = [];
    for (const environmentId of environments) {
      if (performance.now() > deadline) return;
      const counted = await inRareTransaction(db, (sql) => countNextRuns(sql, environmentId));
      if (counted > 0) unfinished.push(environmentId);
    }
    environments = unfinished;
  }
}
