import { getExternalWorkflowHandle, log, setHandler } from "@temporalio/workflow";
import { type CohortProgress, cancelSignal, cohortProgressSignal } from "../messages.ts";
import type { Cohort, EventRef, StepPlan } from "../plan.ts";
import { createWaits } from "../steps/waits.ts";
import { walk } from "../steps/walk.ts";

export interface CohortRunInput {
  event: EventRef;
  steps: StepPlan[];
  runIds: Cohort;
  /** The execution that resolves the audience, and this cohort's number there. */
  report: { to: string; cohort: number };
}

/** Walks one page of a large audience through the steps. */
export async function cohortRun({ event, steps, runIds, report }: CohortRunInput): Promise<void> {
  const waits = createWaits({ onFirst: () => tell("settled") });
  setHandler(cancelSignal, () => waits.end());
  await walk({ event, steps, cohort: runIds, waits });
  await tell("finished");

  async function tell(state: CohortProgress["state"]): Promise<void> {
    try {
      await getExternalWorkflowHandle(report.to).signal(cohortProgressSignal, { cohort: report.cohort, state });
    } catch (error) {
      // An operator may have ended the resolving execution; the subscribers of this cohort are served all the same.
      log.warn("the execution that started this cohort is gone", { to: report.to, error });
    }
  }
}
