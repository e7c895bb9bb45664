import { Link } from "@tanstack/react-router";
import type { Activity, ActivityJob } from "#contract/notifications.ts";
import { classNames } from "#dashboard/components/class-names.ts";
import { WithRowId } from "#dashboard/components/controls/copy-button.tsx";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { STEP_TYPE_LABELS, StepTypeIcon } from "#dashboard/components/display/step-type.tsx";
import { SubscriberLink } from "#dashboard/components/display/subscriber-link.tsx";
import { type Column, ROW_LINK_CLASS, Table } from "#dashboard/lists/table.tsx";
import type { RowSelection } from "#dashboard/lists/use-row-selection.ts";
import { durationText, runDuration } from "./duration.ts";
import { runState } from "./run-state.ts";
import { shownStatus, skipReason } from "./skip-reason.ts";
import { JOB_LABELS, RunStateBadge } from "./status-badge.tsx";
import { subscriberIdOf, workflowNameOf } from "./subscriber-text.ts";
import { TestDeliveryBadge, TestModeBadge } from "./test-mode-badge.tsx";

const COLUMNS: readonly Column<Activity>[] = [
  { id: "workflow", name: "Workflow", className: "sm:w-1/3", cell: RunName },
  {
    id: "subscriber",
    name: "Subscriber",
    className: "sm:w-1/5 sm:max-w-0",
    cell: ({ subscriber }) => <SubscriberLink subscriberId={subscriber?.subscriberId} className="block truncate" />,
  },
  { id: "steps", name: "Steps", cell: ({ jobs }) => <StepBadges jobs={jobs} /> },
  { id: "state", name: "State", cell: RunState },
  {
    id: "duration",
    name: "Duration",
    className: "whitespace-nowrap text-muted tabular-nums sm:max-lg:hidden",
    cell: durationOf,
  },
  {
    id: "triggered",
    name: "Triggered",
    className: "text-muted",
    cell: ({ createdAt }) => <RelativeTime moment={createdAt} />,
  },
];

export function RunTable({ runs, selection }: { runs: Activity[]; selection?: RowSelection }) {
  return (
    <Table
      label="Runs"
      columns={COLUMNS}
      rows={runs}
      rowId={({ _id }) => _id}
      rowName={(run) => `${workflowNameOf(run)} for ${subscriberIdOf(run)}`}
      {...(selection && { selection })}
    />
  );
}

function RunName(run: Activity) {
  return (
    <WithRowId value={run.transactionId} what="transaction id">
      <TestModeBadge mode={run.testMode} />
      <TestDeliveryBadge jobs={run.jobs} />
      <Link
        to="/activity/$runId"
        params={{ runId: run._id }}
        data-row
        dir="auto"
        translate="no"
        title={workflowNameOf(run)}
        className={`${ROW_LINK_CLASS} max-w-full min-w-0`}
      >
        {workflowNameOf(run)}
      </Link>
    </WithRowId>
  );
}

function RunState(run: Activity) {
  const state = runState(run);
  return (
    <span className="flex flex-col items-start gap-1">
      <RunStateBadge state={state} />
      {state === "skipped" && <span className="text-xs text-muted sm:w-44">{skipReasonOfRun(run)}</span>}
    </span>
  );
}

function durationOf(run: Activity): string {
  const duration = runDuration(run);
  return duration === undefined ? "–" : durationText(duration);
}

/** The reason of the first step that has one. */
function skipReasonOfRun({ jobs }: Activity): string | undefined {
  return jobs.map(skipReason).find((reason) => reason !== undefined);
}

const TICK_TONES = {
  neutral: "bg-sunken text-muted",
  accent: "bg-accent-soft text-accent",
  success: "bg-success-soft text-success",
  warning: "bg-warning-soft text-warning",
  danger: "bg-danger-soft text-danger",
  info: "bg-info-soft text-info",
} as const;

/** One badge for each step, in order, with the icon and colour of its status. */
function StepBadges({ jobs }: { jobs: ActivityJob[] }) {
  if (jobs.length === 0) return <span className="text-muted">None</span>;
  return (
    <ul className="flex w-max max-w-30 flex-wrap gap-1 xl:max-w-44 min-[90rem]:max-w-72">
      {jobs.map((job) => {
        const { text, tone, Icon } = JOB_LABELS[shownStatus(job)];
        const reason = skipReason(job);
        const summary = `${STEP_TYPE_LABELS[job.type].name}: ${text.toLowerCase()}${reason ? `. ${reason}` : ""}`;
        return (
          <li
            key={job._id}
            title={summary}
            className={classNames("relative z-10 inline-flex h-6 items-center gap-0.5 rounded px-1", TICK_TONES[tone])}
          >
            <StepTypeIcon type={job.type} className="size-3.5" />
            <Icon className="size-3" aria-hidden="true" />
            <span className="sr-only">{summary}</span>
          </li>
        );
      })}
    </ul>
  );
}
