import { Link } from "@tanstack/react-router";
import type { Activity, ActivityJob } from "#contract/notifications.ts";
import { classNames } from "../../components/class-names.ts";
import { CopyableId } from "../../components/copy-button.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { STEP_TYPE_LABELS, StepTypeIcon } from "../../components/step-type.tsx";
import { Cell, Row, Table } from "../../components/table.tsx";
import { durationText, runDuration } from "./duration.ts";
import { runState } from "./run-state.ts";
import { shownStatus, skipReason } from "./skip-reason.ts";
import { JOB_LABELS, RunStateBadge } from "./status-badge.tsx";
import { subscriberIdOf, workflowNameOf } from "./subscriber-text.ts";

const COLUMNS = [
  { id: "workflow", name: "Workflow", className: "w-1/3" },
  { id: "subscriber", name: "Subscriber" },
  { id: "steps", name: "Steps" },
  { id: "state", name: "State" },
  { id: "duration", name: "Duration" },
  { id: "triggered", name: "Triggered" },
];

export function RunTable({ runs }: { runs: Activity[] }) {
  return (
    <Table label="Runs" columns={COLUMNS} rows={runs}>
      {(run) => <RunRow key={run._id} run={run} />}
    </Table>
  );
}

function RunRow({ run }: { run: Activity }) {
  const duration = runDuration(run);
  const state = runState(run);
  return (
    <Row id={run._id}>
      <Cell>
        <Link
          to="/activity/$runId"
          params={{ runId: run._id }}
          data-row
          className="block truncate leading-6 font-medium after:absolute after:inset-0"
        >
          {workflowNameOf(run)}
        </Link>
        <CopyableId value={run.transactionId} what="transaction id" />
      </Cell>
      <Cell label="Subscriber">
        <span className="inline-block max-w-48 truncate align-middle" title={subscriberIdOf(run)}>
          {subscriberIdOf(run)}
        </span>
      </Cell>
      <Cell label="Steps">
        <StepBadges jobs={run.jobs} />
      </Cell>
      <Cell label="State">
        <span className="flex flex-col items-start gap-1">
          <RunStateBadge state={state} />
          {state === "skipped" && <span className="text-xs text-muted sm:w-44">{skipReasonOfRun(run)}</span>}
        </span>
      </Cell>
      <Cell label="Duration" className="whitespace-nowrap text-muted">
        {duration === undefined ? "–" : durationText(duration)}
      </Cell>
      <Cell label="Triggered" className="text-muted">
        <RelativeTime moment={run.createdAt} />
      </Cell>
    </Row>
  );
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
    <ul className="flex w-max max-w-44 flex-wrap gap-1">
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
