import { continueAsNew } from "@temporalio/workflow";
import type { CohortRef } from "../refs.ts";
import { onLookAgain } from "./look-again.ts";
import { moveCohort, noteStop } from "./move-cohort.ts";

/** Owns the runs of a part of a large audience. */
export async function cohortRun(cohort: CohortRef): Promise<void> {
  const lookAgain = onLookAgain();
  try {
    await moveCohort(cohort, lookAgain, () => continueAsNew<typeof cohortRun>(cohort));
  } catch (error) {
    await noteStop(cohort, error);
    throw error;
  }
}
