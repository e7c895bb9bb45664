import { countNextOutcomes, findUncountedOutcomes } from "#db/queries/activity/count-outcomes.ts";
import { countNextRuns, findUncounted } from "#db/queries/activity/count-runs.ts";
import { inRareTransaction, type RareTransaction } from "#db/transaction.ts";
import { bounds } from "#engine/policies.ts";
import type { SliceDeps } from "../slice/slice-deps.ts";

/** Counts the runs, messages and failures that are not counted yet, for statistics and overviews. Environments take turns. */
export async function countRuns(deps: Pick<SliceDeps, "db">): Promise<void> {
  const { db } = deps;
  await inTurns(
    deps,
    await findUncounted(db, bounds.counts.environments),
    async (sql, id) => (await countNextRuns(sql, id)) > 0,
  );
  await inTurns(deps, await findUncountedOutcomes(db, bounds.counts.environments), countNextOutcomes);
}

/** Counts in environments, which take turns, until nothing is left or the time is over. */
export async function inTurns(
  { db }: Pick<SliceDeps, "db">,
  environments: readonly string[],
  countNext: (sql: RareTransaction, environmentId: string) => Promise<boolean>,
): Promise<void> {
  const deadline = performance.now() + bounds.counts.budget;
  let uncounted = environments;
  while (uncounted.length > 0) {
    const unfinished: string[] = [];
    for (const environmentId of uncounted) {
      if (performance.now() > deadline) return;
      if (await inRareTransaction(db, (sql) => countNext(sql, environmentId))) unfinished.push(environmentId);
    }
    uncounted = unfinished;
  }
}
