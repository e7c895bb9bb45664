import { z } from "zod";
import { DETAILS } from "#contract/constants/details.ts";
import type { JobStatus } from "#contract/constants/statuses.ts";
import type { ActivityJob } from "#contract/notifications.ts";

/** Preferences first: a step that they exclude also carries the detail of its conditions (engine.md 4.2). */
const REASONS: readonly (readonly [detail: string, reason: string])[] = [
  [DETAILS.expired, "What the step would send has expired."],
  [DETAILS.throttled, "Enough runs of the subscriber have passed in this window."],
  [DETAILS.stoppedByThrottle, "An earlier step throttled the run."],
  [DETAILS.filteredBySubscriberWorkflow, "The subscriber turned this channel off for this workflow."],
  [DETAILS.filteredBySubscriberGlobal, "The subscriber turned this channel off for all workflows."],
  [DETAILS.filteredByMember, "A member of the organisation turned this channel off for this workflow."],
  [DETAILS.filteredByWorkflow, "This channel is off in the workflow's default preferences."],
  [DETAILS.stepFiltered, "The step's conditions are not met."],
];

type JobHistory = Pick<ActivityJob, "status"> & { executionDetails: readonly { detail: string; raw?: unknown }[] };

/** Returns why a step of a branch that was not chosen did not run, by the detail of its conditions. */
function branchReason(executionDetails: JobHistory["executionDetails"]): string | undefined {
  const raw = executionDetails.find(({ detail }) => detail === DETAILS.stepFiltered)?.raw;
  const parsed = Filtered.safeParse(typeof raw === "string" ? jsonOf(raw) : raw);
  if (!parsed.success) return undefined;
  const { ran } = parsed.data.branch;
  return ran === null ? "No branch of its step was chosen." : `The run took another branch: ${ran}.`;
}

const Filtered = z.object({ branch: z.object({ ran: z.string().nullable() }) });

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns why preferences, conditions, a branch, a throttle or expiry excluded a step, by its execution details; undefined for any other step. On the wire
 * such a job is `canceled`, like one that was canceled by a call.
 */
export function skipReason({ status, executionDetails }: JobHistory): string | undefined {
  if (status !== "canceled" && status !== "skipped") return undefined;
  const details = new Set(executionDetails.map(({ detail }) => detail));
  const ofBranch = branchReason(executionDetails);
  if (ofBranch !== undefined) return ofBranch;
  return REASONS.find(([detail]) => details.has(detail))?.[1];
}

/** Returns the status to show: `skipped` for a step that was excluded. */
export function shownStatus(job: JobHistory): JobStatus {
  return skipReason(job) === undefined ? job.status : "skipped";
}
