import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { SystemState } from "#contract/accounts/system.ts";
import { CopyableId } from "#dashboard/components/controls/copy-button.tsx";
import { Badge } from "#dashboard/components/display/badge.tsx";
import { cappedCountText, countText, numberText } from "#dashboard/components/display/count-text.ts";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { Section } from "#dashboard/components/section.tsx";
import { type Column, Table } from "#dashboard/lists/table.tsx";
import { laneWarning, migrationWarning, processWarning, queueWarning, waitText } from "./system-texts.ts";

/** Shows the parts of the installation, with the cause and the remedy of what is out of bounds. */
export const SystemParts = ({ state }: { state: SystemState }) => (
  <>
    {state.addresses && <Addresses addresses={state.addresses} />}
    <Part
      title="Task queue"
      text="Work that no worker has taken yet. Waiting for more than a few seconds delays messages."
      part={state.queues}
    >
      {({ queues }) => <Table label="Task queue" columns={QUEUE_COLUMNS} rows={queues} rowId={({ kind }) => kind} />}
    </Part>
    <Part
      title="Lanes"
      text="Each integration of this organisation sends in a lane of its own, as fast as its vendor takes messages."
      part={state.lanes}
    >
      {({ lanes }) =>
        lanes.length === 0 ? (
          <p className="text-muted">Nothing waits, and no vendor has limited an integration.</p>
        ) : (
          <Table label="Lanes" columns={LANE_COLUMNS} rows={lanes} rowId={({ integrationId }) => integrationId} />
        )
      }
    </Part>
    <Part title="Open inboxes" text="Each process of the API holds sockets of inboxes." part={state.processes}>
      {({ processes }) =>
        processes.length === 0 ? (
          <p className="text-muted">No running process is known.</p>
        ) : (
          <Table label="Processes of the API" columns={PROCESS_COLUMNS} rows={processes} rowId={({ id }) => id} />
        )
      }
    </Part>
    <Part title="Migrations" text="Database changes that this version needs." part={state.migrations}>
      {(migrations) => <Migrations migrations={migrations} />}
    </Part>
  </>
);

type Known<T> = Extract<T, { isKnown: true }>;

interface PartProps<T extends { isKnown: boolean }> {
  title: string;
  text: string;
  part: T | { isKnown: false; problem: string };
  children: (part: Known<T>) => ReactNode;
}

function Part<T extends { isKnown: boolean }>({ title, text, part, children }: PartProps<T>) {
  return (
    <Section title={title} text={text}>
      {"problem" in part ? (
        <p className="text-danger">{`${part.problem}. The other parts are not affected.`}</p>
      ) : (
        children(part as Known<T>)
      )}
    </Section>
  );
}

function Addresses({
  addresses: { database, temporal, namespace, taskQueue },
}: {
  addresses: NonNullable<SystemState["addresses"]>;
}) {
  const facts = [
    ["Postgres", database, "address of Postgres"],
    ["Temporal", temporal, "address of Temporal"],
    ["Namespace", namespace, "namespace"],
    ["Task queue", taskQueue, "name of the task queue"],
  ] as const;
  return (
    <Section title="Addresses" text="Where the process that answered finds what it depends on.">
      <dl className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        {facts.map(([name, value, what]) => (
          <div key={name} className="min-w-0">
            <dt className="text-xs text-muted">{name}</dt>
            <dd>
              <CopyableId value={value} what={what} />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

/** A state, and its cause and remedy where it is out of bounds. */
const State = ({ warning, fine = "Fine" }: { warning: string | undefined; fine?: string }) =>
  warning === undefined ? (
    <Badge tone="success">{fine}</Badge>
  ) : (
    <span className="flex flex-col items-start gap-1">
      <Badge tone="warning">Look into it</Badge>
      <span className="text-xs">{warning}</span>
    </span>
  );

type Queue = Known<SystemState["queues"]>["queues"][number];
const NUMBER_CLASS = "tabular-nums whitespace-nowrap";

const QUEUE_COLUMNS: readonly Column<Queue>[] = [
  {
    id: "kind",
    name: "Work",
    className: "sm:w-32",
    cell: ({ kind }) => <span>{kind === "workflows" ? "Executions" : "Activities"}</span>,
  },
  { id: "backlog", name: "Waiting", className: NUMBER_CLASS, cell: ({ backlog }) => numberText(backlog) },
  {
    id: "oldest",
    name: "Oldest",
    className: NUMBER_CLASS,
    cell: ({ backlog, oldestMs }) => (backlog === 0 ? "–" : waitText(oldestMs)),
  },
  { id: "workers", name: "Workers", className: NUMBER_CLASS, cell: ({ workers }) => numberText(workers) },
  { id: "state", name: "State", className: "sm:w-2/5", cell: (queue) => <State warning={queueWarning(queue)} /> },
];

type Lane = Known<SystemState["lanes"]>["lanes"][number];

const LANE_COLUMNS: readonly Column<Lane>[] = [
  {
    id: "integration",
    name: "Integration",
    className: "sm:max-w-0 sm:w-1/4",
    cell: ({ integrationId, name }) => (
      <Link
        to="/integrations/$integrationId"
        params={{ integrationId }}
        search={{}}
        dir="auto"
        translate="no"
        title={name}
        className="block truncate text-accent underline"
      >
        {name}
      </Link>
    ),
  },
  {
    id: "waiting",
    name: "Waiting",
    className: NUMBER_CLASS,
    cell: ({ waiting }) => cappedCountText(waiting, "message"),
  },
  {
    id: "rate",
    name: "Sent a second",
    className: NUMBER_CLASS,
    cell: ({ perSecond }) => numberText(Math.round(perSecond * 10) / 10),
  },
  {
    id: "state",
    name: "State",
    className: "sm:w-2/5",
    cell: (lane) => <State warning={laneWarning(lane, Date.now())} />,
  },
];

type Process = Known<SystemState["processes"]>["processes"][number];

const PROCESS_COLUMNS: readonly Column<Process>[] = [
  {
    id: "process",
    name: "Process",
    className: "sm:max-w-0 sm:w-1/4",
    cell: ({ id }) => <CopyableId value={id} what="id of the process" />,
  },
  { id: "inboxes", name: "Inboxes", className: NUMBER_CLASS, cell: ({ inboxes }) => cappedCountText(inboxes, "inbox") },
  {
    id: "seen",
    name: "Last seen",
    className: "text-muted whitespace-nowrap",
    cell: ({ seenAt }) => <RelativeTime moment={seenAt} />,
  },
  {
    id: "state",
    name: "State",
    className: "sm:w-2/5",
    cell: (process) => <State warning={processWarning(process)} fine="Running" />,
  },
];

function Migrations({ migrations }: { migrations: Known<SystemState["migrations"]> }) {
  const { applied, pending, last } = migrations;
  const warning = migrationWarning(migrations);
  return (
    <div className="flex flex-col items-start gap-2">
      <State warning={warning} fine="Up to date" />
      <p>{`${countText(applied, "migration")} applied, ${pending.length} pending.`}</p>
      {pending.length > 0 && (
        <ul aria-label="Pending migrations" translate="no" className="flex flex-col font-mono text-xs">
          {pending.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      )}
      {last && (
        <p className="flex flex-wrap gap-x-1 text-muted">
          <span>{`The last one is ${last.name}, written`}</span>
          <RelativeTime moment={last.writtenAt} />
        </p>
      )}
    </div>
  );
}
