import { DETAILS } from "#contract/constants/details.ts";
import type { JobStatus } from "#contract/constants/statuses.ts";
import type { ActivityJob } from "#contract/notifications.ts";

/** Preferences first: a step that they exclude also carries the detail of its conditions (engine.md 4.2). */
const REASONS: readonly (readonly [detail: string, reason: string])[] = [
  [DETAILS.filteredBySubscriberWorkflow, "The subscriber turned this channel off for this workflow."],
  [DETAILS.filteredBySubscriberGlobal, "The subscriber turned this channel off for all workflows."],
  [DETAILS.filteredByMember, "A member of the organisation turned this channel off for this workflow."],
  [DETAILS.filteredByWorkflow, "This channel is off in the workflow's default preferences."],
  [DETAILS.stepFiltered, "The step's conditions are not met."],
];

type JobHistory = Pick<ActivityJob, "status"> & { executionDetails: readonly { detail: string }[] };

/**
 * Returns why preferences or conditions excluded a step, by its execution details; undefined for any other step. On the wire
 * such a job is `canceled`, like one that was canceled by a call.
 */
export function skipReason({ status, executionDetails }: JobHistory): string | undefined {
  if (status !== "canceled" && status !== "skipped") return undefined;
  const details = new Set(executionDetails.map(({ detail }) => detail));
  return REASONS.find(([detail]) => details.has(detail))?.[1];
}

/** Returns the status to show: `skipped` for a step that preferences or conditions excluded. */
export function shownStatus(job: JobHistory): JobStatus {
  return skipReason(job) === undefined ? job.status : "skipped";
}
