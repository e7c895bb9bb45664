import { Link } from "@tanstack/react-router";
import { X } from "lucide-react";
import type { ComponentProps } from "react";
import type { Activity } from "#contract/notifications.ts";
import { buttonClass, IconButton } from "../../components/button.tsx";
import { LoadFailed } from "../../components/load-failed.tsx";
import { hasFailed } from "../../components/use-load-error.ts";
import { runState } from "./run-state.ts";
import { shownStatus } from "./skip-reason.ts";
import { JobStatusBadge, RunStateBadge } from "./status-badge.tsx";
import { subscriberIdOf } from "./subscriber-text.ts";

interface RunBarProps {
  run: Activity | undefined;
  /** The query of the run. */
  query: ComponentProps<typeof LoadFailed>["query"];
  onClose: () => void;
}

/** Above a canvas that shows a run: for whom it is, and how far. `run` is undefined until it has begun. */
export function RunBar({ run, query, onClose }: RunBarProps) {
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-outline bg-raised py-2 ps-3 pe-2">
      <p role="status" className="flex min-w-0 flex-1 flex-wrap items-center gap-2">
        {run ? (
          <>
            <RunStateBadge state={runState(run)} />
            <span className="min-w-0 wrap-anywhere">{`Run for ${subscriberIdOf(run)}`}</span>
          </>
        ) : (
          <LoadFailed what="The run" query={query} />
        )}
        {!run && !hasFailed(query) && "The run begins"}
      </p>
      {run && (
        <Link to="/activity/$runId" params={{ runId: run._id }} className={buttonClass()}>
          Open run
        </Link>
      )}
      <IconButton label="Hide the run" onClick={onClose}>
        <X className="size-4" aria-hidden="true" />
      </IconButton>
    </div>
  );
}

/** Says what a step did in a run; nothing for one that it does not have, because it was added since. */
export function StepOutcome({ run, stepId }: { run: Activity; stepId: string }) {
  const job = run.jobs.find(({ step }) => step._id === stepId);
  if (!job) return null;
  return (
    <span title={job.reason?.text}>
      <JobStatusBadge status={shownStatus(job)} />
    </span>
  );
}
