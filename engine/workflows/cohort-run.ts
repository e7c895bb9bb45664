import { continueAsNew } from "@temporalio/workflow";
import type { CohortRef } from "../refs.ts";
import { onLookAgain } from "./look-again.ts";
import { moveCohort, withStopNoted } from "./move-cohort.ts";

/** Owns the runs of a part of a large audience. */
export async function cohortRun(cohort: CohortRef): Promise<void> {
  const lookAgain = onLookAgain();
  await withStopNoted(cohort, () =>
    moveCohort(cohort, lookAgain, { continueAsNew: () => continueAsNew<typeof cohortRun>(cohort) }),
  );
}
