import { WorkflowExecutionAlreadyStartedError } from "@temporalio/common";
import {
  CancellationScope,
  ChildWorkflowFailure,
  continueAsNew,
  executeChild,
  proxyActivities,
  proxyLocalActivities,
  rootCause,
  workflowInfo,
} from "@temporalio/workflow";
import type { Activities } from "#activities/index.ts";
import { cohortExecutionId } from "../ids.ts";
import { beside, queued } from "../policies.ts";
import type { CohortRef, EventRef } from "../refs.ts";
import { cohortRun } from "./cohort-run.ts";
import { onLookAgain } from "./look-again.ts";
import { besideOrQueued, moveCohort, noteStop, noteStopped } from "./move-cohort.ts";

export interface TriggerRunInput {
  event: EventRef;
  /** The event has had an execution before. */
  again?: boolean;
}

const local = proxyLocalActivities<Activities>(beside);
const remote = proxyActivities<Activities>(queued);

/**
 * Carries one event. Its audience is divided into cohorts: a single one is moved on here, several have an execution each.
 */
export async function triggerRun(input: TriggerRunInput): Promise<void> {
  const { event } = input;
  const lookAgain = onLookAgain();
  try {
    const { cohorts, first } = await besideOrQueued(
      () => local.resolveAudience(input),
      () => remote.resolveAudience({ ...input, again: true }),
    );
    if (cohorts > 1) await runCohorts(event, cohorts);
    else {
      const again = () => continueAsNew<typeof triggerRun>({ event, again: true });
      await moveCohort({ event, cohort: 0 }, lookAgain, again, first);
    }
  } catch (error) {
    await noteStop({ event }, error);
    throw error;
  }
}

async function runCohorts(event: EventRef, cohorts: number): Promise<void> {
  await Promise.all(Array.from({ length: cohorts }, (_, cohort) => runCohort({ event, cohort })));
}

/** One that ends in any other way than by itself, also by an operator's hand, does not end the others. */
async function runCohort(cohort: CohortRef): Promise<void> {
  const { workflowId, typedSearchAttributes } = workflowInfo();
  try {
    await executeChild(cohortRun, {
      args: [cohort],
      workflowId: cohortExecutionId(workflowId, cohort.cohort),
      staticSummary: `cohort ${cohort.cohort}`,
      typedSearchAttributes,
    });
  } catch (error) {
    // The event itself is being cancelled. A cohort that was cancelled alone ends like one that failed.
    if (CancellationScope.current().consideredCancelled) throw error;
    // Somebody resumed it: it is on its way by itself.
    if (error instanceof WorkflowExecutionAlreadyStartedError) return;
    if (!(error instanceof ChildWorkflowFailure)) throw error;
    await noteStopped(cohort, `The execution of cohort ${cohort.cohort} ended: ${rootCause(error) ?? "terminated"}`);
  }
}
