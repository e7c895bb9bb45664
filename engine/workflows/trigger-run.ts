import {
  condition,
  continueAsNew,
  getExternalWorkflowHandle,
  ParentClosePolicy,
  proxyLocalActivities,
  setHandler,
  startChild,
  workflowInfo,
} from "@temporalio/workflow";
import type { Activities } from "#activities/index.ts";
import { cohortRunId } from "../ids.ts";
import { cancelSignal, cohortProgressSignal, standingQuery } from "../messages.ts";
import type { Cohort, EventRef, StepPlan } from "../plan.ts";
import { ACTIVE_COHORTS, record } from "../policies.ts";
import { createWaits } from "../steps/waits.ts";
import { walk } from "../steps/walk.ts";
import { cohortRun } from "./cohort-run.ts";

export interface TriggerRunInput {
  event: EventRef;
  audience: "direct" | "broadcast";
  steps: StepPlan[];
  /** Where an earlier execution of a large event left off. */
  progress?: TriggerProgress;
}

export interface TriggerProgress {
  /** Where in the audience the next page starts; null when all of it has been resolved. */
  cursor: string | null;
  recipients: number;
  cohortsStarted: number;
  /** Cohorts that have not finished, and of these the ones that are working and not merely waiting. */
  open: number[];
  active: number[];
  canceled: boolean;
}

const { resolveAudience } = proxyLocalActivities<Activities>(record);

/**
 * Carries one event. The audience is resolved page by page: a single page walks the steps here, several pages become
 * cohorts with an execution each, of which a few work at the same time.
 */
export async function triggerRun({ event, audience, steps, progress }: TriggerRunInput): Promise<void> {
  const state: TriggerProgress = progress ?? {
    cursor: "",
    recipients: 0,
    cohortsStarted: 0,
    open: [],
    active: [],
    canceled: false,
  };
  const waits = createWaits();
  const { workflowId } = workflowInfo();
  const inAppFirst = steps[0]?.type === "in_app" ? steps[0].id : undefined;

  setHandler(standingQuery, () => ({
    resolved: state.cursor === null,
    recipients: state.recipients,
    cohorts: { started: state.cohortsStarted, finished: state.cohortsStarted - state.open.length },
    canceled: state.canceled,
  }));
  setHandler(cancelSignal, async () => {
    state.canceled = true;
    waits.end();
    await Promise.all(state.open.map((cohort) => cancelCohort(workflowId, cohort)));
  });
  setHandler(cohortProgressSignal, (report) => {
    state.active = state.active.filter((cohort) => cohort !== report.cohort);
    if (report.state === "finished") state.open = state.open.filter((cohort) => cohort !== report.cohort);
  });

  while (state.cursor !== null) {
    const page = await resolveAudience({ event, audience, cursor: state.cursor, inAppFirst });
    const isWhole = state.cursor === "" && page.next === null;
    state.cursor = page.next;
    state.recipients += page.runIds.length;
    if (isWhole && page.onward) return walk({ event, steps: steps.slice(1), cohort: page.onward, waits });
    if (isWhole) return walk({ event, steps, cohort: page.runIds, waits });
    if (page.runIds.length > 0) await startCohort(page.runIds);
    await condition(() => state.active.length < ACTIVE_COHORTS);
    if (workflowInfo().continueAsNewSuggested) return goOnAnew();
  }
  await condition(() => state.open.length === 0 || workflowInfo().continueAsNewSuggested);
  if (state.open.length > 0) return goOnAnew();

  async function startCohort(runIds: Cohort): Promise<void> {
    const cohort = state.cohortsStarted;
    state.cohortsStarted += 1;
    state.open.push(cohort);
    state.active.push(cohort);
    // Abandoned, so that a cohort in a long delay outlives the execution that started it when that continues as new.
    await startChild(cohortRun, {
      args: [{ event, steps, runIds, report: { to: workflowId, cohort } }],
      workflowId: cohortRunId(workflowId, cohort),
      parentClosePolicy: ParentClosePolicy.ABANDON,
      staticSummary: `cohort ${cohort}: ${runIds.length} subscribers`,
    });
    if (state.canceled) await cancelCohort(workflowId, cohort);
  }

  function goOnAnew(): Promise<never> {
    return continueAsNew<typeof triggerRun>({ event, audience, steps, progress: state });
  }
}

async function cancelCohort(triggerRunId: string, cohort: number): Promise<void> {
  try {
    await getExternalWorkflowHandle(cohortRunId(triggerRunId, cohort)).signal(cancelSignal);
  } catch {
    // It has just finished: there is nothing left in it to stop.
  }
}
