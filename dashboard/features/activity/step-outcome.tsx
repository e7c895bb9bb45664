import { DETAILS } from "#contract/constants/details.ts";
import type { Activity } from "#contract/notifications.ts";
import { durationText, jobDuration } from "./duration.ts";
import { shownStatus } from "./skip-reason.ts";
import { JobStatusBadge } from "./status-badge.tsx";
import { stepOutcomeSentence } from "./step-outcome-sentence.ts";
import { callNameOf } from "./subscriber-text.ts";

/** Says what a step did in a run, and by which rule; nothing for one that it does not have, because it was added since. */
export function StepOutcome({ run, stepId }: { run: Activity; stepId: string }) {
  const job = run.jobs.find(({ step }) => step._id === stepId);
  if (!job) return null;
  const duration = jobDuration(job);
  return (
    <span className="mt-1 flex flex-wrap items-baseline gap-x-2 gap-y-0.5 border-t pt-1.5">
      <JobStatusBadge status={shownStatus(job)} />
      {duration !== undefined && <span className="text-xs text-muted tabular-nums">{durationText(duration)}</span>}
      <span className="min-w-0 basis-full wrap-anywhere">{stepOutcomeSentence(job, callNameOf(run))}</span>
    </span>
  );
}

/** Says why the steps of a branch were not executed in a run; undefined for the branch that was taken, and while none is. */
export function untakenReason(run: Activity, stepId: string, branchId: string): string | undefined {
  const job = run.jobs.find(({ step }) => step._id === stepId);
  if (!job || ["pending", "queued", "running", "delayed"].includes(job.status)) return undefined;
  const chosen = job.executionDetails.find(({ detail }) => detail === DETAILS.branchChosen)?.raw;
  if (chosen === undefined) return "No branch was chosen";
  const taken: unknown = Object(JSON.parse(chosen)).branchId;
  return taken === branchId ? undefined : "Not taken: the run follows another branch";
}
