import { Link } from "@tanstack/react-router";
import type { Activity, ActivityJob } from "#contract/notifications.ts";
import { classNames } from "../../components/class-names.ts";
import { CopyableId } from "../../components/copy-button.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { STEP_TYPE_LOOKS, StepTypeIcon } from "../../components/step-type.tsx";
import { Cell, HeadCell, Row, Table } from "../../components/table.tsx";
import { durationText, runDuration } from "./duration.ts";
import { runState } from "./run-state.ts";
import { JOB_LOOKS, RunStateBadge } from "./status-looks.tsx";
import { subscriberIdOf, workflowNameOf } from "./subscriber-words.ts";

export function RunTable({ runs }: { runs: Activity[] }) {
  return (
    <Table label="Runs">
      <thead>
        <tr>
          <HeadCell className="w-1/3">Workflow</HeadCell>
          <HeadCell>Subscriber</HeadCell>
          <HeadCell>Steps</HeadCell>
          <HeadCell>State</HeadCell>
          <HeadCell>Duration</HeadCell>
          <HeadCell>Triggered</HeadCell>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <RunRow key={run._id} run={run} />
        ))}
      </tbody>
    </Table>
  );
}

function RunRow({ run }: { run: Activity }) {
  const duration = runDuration(run);
  return (
    <Row>
      <th scope="row" className="px-4 py-2 text-left font-normal sm:max-w-0">
        <Link
          to="/activity/$runId"
          params={{ runId: run._id }}
          data-row
          className="block truncate leading-6 font-medium after:absolute after:inset-0"
        >
          {workflowNameOf(run)}
        </Link>
        <CopyableId value={run.transactionId} what="transaction id" />
      </th>
      <Cell label="Subscriber">
        <span className="inline-block max-w-48 truncate align-middle" title={subscriberIdOf(run)}>
          {subscriberIdOf(run)}
        </span>
      </Cell>
      <Cell label="Steps">
        <StepTicks jobs={run.jobs} />
      </Cell>
      <Cell label="State">
        <RunStateBadge state={runState(run)} />
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

const TICK_TONES = {
  neutral: "bg-sunken text-muted",
  accent: "bg-accent-soft text-accent",
  success: "bg-success-soft text-success",
  warning: "bg-warning-soft text-warning",
  danger: "bg-danger-soft text-danger",
  info: "bg-info-soft text-info",
} as const;

/** One tick a step, in order, coloured and named by how the step stands. */
function StepTicks({ jobs }: { jobs: ActivityJob[] }) {
  if (jobs.length === 0) return <span className="text-muted">None</span>;
  return (
    <ul className="flex w-max max-w-44 flex-wrap gap-1">
      {jobs.map((job) => {
        const { word, tone, Icon } = JOB_LOOKS[job.status];
        const words = `${STEP_TYPE_LOOKS[job.type].name}: ${word.toLowerCase()}`;
        return (
          <li
            key={job._id}
            title={words}
            className={classNames("relative z-10 inline-flex h-6 items-center gap-0.5 rounded px-1", TICK_TONES[tone])}
          >
            <StepTypeIcon type={job.type} className="size-3.5" />
            <Icon className="size-3" aria-hidden="true" />
            <span className="sr-only">{words}</span>
          </li>
        );
      })}
    </ul>
  );
}
