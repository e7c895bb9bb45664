import { DETAILS } from "#contract/constants/details.ts";
import type { Activity } from "#contract/notifications.ts";
import { branchNames } from "./branch-names.ts";

/** Says why the steps of a branch were not executed in a run; undefined for the branch that was taken, and while none is. */
export function untakenReason(run: Activity, stepId: string, branchId: string): string | undefined {
  const job = run.jobs.find(({ step }) => step._id === stepId);
  if (!job || ["pending", "queued", "running", "delayed"].includes(job.status)) return undefined;
  const chosen = job.executionDetails.find(({ detail }) => detail === DETAILS.branchChosen)?.raw;
  if (chosen === undefined) return "No branch was chosen";
  const taken: unknown = Object(JSON.parse(chosen)).branchId;
  if (taken === branchId) return undefined;
  return `Not taken: the run follows ${branchNames(run).get(String(taken)) ?? "another branch"}`;
}
