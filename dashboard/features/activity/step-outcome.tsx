import type { Activity } from "#contract/notifications.ts";
import { branchNames } from "./branch-names.ts";
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
    <span className="mt-1 flex items-baseline gap-x-2 border-t pt-1.5">
      <JobStatusBadge status={shownStatus(job)} />
      <span className="min-w-0 flex-1 wrap-anywhere">
        {stepOutcomeSentence(job, callNameOf(run), branchNames(run))}
      </span>
      {duration !== undefined && duration > 0 && (
        <span className="shrink-0 text-xs text-muted tabular-nums">{durationText(duration)}</span>
      )}
    </span>
  );
}
