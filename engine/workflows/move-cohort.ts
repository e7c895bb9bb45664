import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  ContinueAsNew,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
  rootCause,
  setCurrentDetails,
  workflowInfo,
} from "@temporalio/workflow";
import type { Activities, Advanced } from "#activities/index.ts";
import { beside, queued } from "../policies.ts";
import type { CohortRef } from "../refs.ts";
import type { LookAgain } from "./look-again.ts";

const local = proxyLocalActivities<Activities>(beside);
const remote = proxyActivities<Activities>(queued);

/**
 * Moves the runs of one cohort through their steps until none is left to move. Postgres knows where each run stands, so
 * that the execution has no state and can continue as new at any time.
 */
export async function moveCohort(
  cohort: CohortRef,
  lookAgain: LookAgain,
  continueAsNew: () => Promise<never>,
  first: Advanced | null = null,
): Promise<void> {
  let next = first ?? (await advance(cohort));
  for (;;) {
    if (next.details !== "") setCurrentDetails(next.details);
    if (!lookAgain.wasAsked() && !next.more) {
      if (next.wake === null) return;
      await lookAgain.waitUntil(next.wake.at, next.wake.summary);
    }
    if (workflowInfo().continueAsNewSuggested) return continueAsNew();
    // Whoever has asked by now is served by this look.
    lookAgain.wasAsked();
    next = await advance(cohort);
  }
}

const advance = (cohort: CohortRef): Promise<Advanced> =>
  besideOrQueued(
    () => local.advance(cohort),
    () => remote.advance(cohort),
  );

/**
 * Runs an activity beside the workflow, and through the task queue when that does not succeed within seconds: there it can
 * wait for a database that is away without leaving a trace in the history for each attempt.
 */
export async function besideOrQueued<T>(beside: () => Promise<T>, queued: () => Promise<T>): Promise<T> {
  try {
    return await beside();
  } catch (error) {
    if (isCancellation(error) || isFinal(error)) throw error;
    return queued();
  }
}

/** A failure of an activity beside the workflow comes as it is, one of the task queue within an ActivityFailure. */
function isFinal(error: unknown): boolean {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  return cause instanceof ApplicationFailure && cause.nonRetryable === true;
}

/** Notes in Postgres what an execution leaves behind that does not come to its end, and why. */
export async function noteStop(target: { event: CohortRef["event"]; cohort?: number }, error: unknown): Promise<void> {
  // The execution goes on under its own name.
  if (error instanceof ContinueAsNew) return;
  const reason = isCancellation(error)
    ? "An operator cancelled the execution"
    : `The execution failed: ${rootCause(error) ?? "unknown"}`;
  // Also when the execution is being cancelled.
  await CancellationScope.nonCancellable(() => remote.stopOwned({ ...target, reason }));
}

/** Notes what a cohort's execution left behind that ended without noting it itself. */
export const noteStopped = (cohort: CohortRef, reason: string): Promise<void> =>
  CancellationScope.nonCancellable(() => remote.stopOwned({ ...cohort, reason, byOther: true }));
