import type { ReactNode } from "react";
import type { MessageWithSubscriber } from "#contract/messages.ts";
import type { Activity, ActivityJob } from "#contract/notifications.ts";
import { useNow } from "#dashboard/components/use-now.ts";
import { branchNames } from "../branch-names.ts";
import { callNameOf } from "../subscriber-text.ts";
import { StepCard } from "./step-card.tsx";
import { timedJobs } from "./timed-jobs.ts";
import { Waterfall } from "./waterfall.tsx";

interface RunTimelineProps {
  run: Activity;
  /** The messages of its steps, as far as they are read. */
  messages?: readonly MessageWithSubscriber[] | undefined;
  /** Returns the actions on a step. */
  actionsOf?: (job: ActivityJob) => ReactNode;
}

/** The waterfall of a run, and its steps from first to last. */
export function RunTimeline({ run, messages = [], actionsOf }: RunTimelineProps) {
  const jobs = timedJobs(run, useNow());
  const branches = branchNames(run);
  if (jobs.length === 0) return <p className="text-muted">This run has no steps.</p>;
  return (
    <>
      <Waterfall jobs={jobs} />
      <ol aria-label="Timeline" className="flex flex-col gap-3">
        {jobs.map((timed) => (
          <li key={timed.job._id}>
            <StepCard
              {...timed}
              who={callNameOf(run)}
              branches={branches}
              actions={actionsOf?.(timed.job)}
              messages={messages.filter(({ _jobId }) => _jobId === timed.job._id)}
            />
          </li>
        ))}
      </ol>
    </>
  );
}
