import { Link } from "@tanstack/react-router";
import type { Waiting } from "#contract/waiting.ts";
import { WithRowId } from "#dashboard/components/controls/copy-button.tsx";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { STEP_TYPE_LABELS } from "#dashboard/components/display/step-type.tsx";
import { SubscriberLink } from "#dashboard/components/display/subscriber-link.tsx";
import { WAITING_LABELS } from "#dashboard/components/display/waiting-kinds.ts";
import { type Column, ROW_LINK_CLASS, Table } from "#dashboard/lists/table.tsx";

const COLUMNS: readonly Column<Waiting>[] = [
  { id: "workflow", name: "Workflow", className: "sm:w-1/4", cell: WaitingName },
  { id: "kind", name: "Kind", className: "sm:w-1/4", cell: WaitingKind },
  {
    id: "subscriber",
    name: "Subscriber",
    className: "sm:w-1/5 sm:max-w-0",
    cell: ({ subscriberId }) => <SubscriberLink subscriberId={subscriberId} className="block truncate" />,
  },
  {
    id: "since",
    name: "Since",
    className: "text-muted sm:max-lg:hidden",
    cell: ({ since }) => (since === undefined ? "–" : <RelativeTime moment={since} />),
  },
  {
    id: "due",
    name: "Due",
    cell: ({ dueAt, isTrying }) => (isTrying ? "Being sent" : <RelativeTime moment={dueAt} />),
  },
];

export function WaitingTable({ waiting }: { waiting: Waiting[] }) {
  return <Table label="Waiting" columns={COLUMNS} rows={waiting} rowId={({ _id }) => _id} />;
}

function WaitingName({ workflow, transactionId, _notificationId }: Waiting) {
  return (
    <WithRowId value={transactionId} what="transaction id">
      <Link
        to="/activity/$runId"
        params={{ runId: _notificationId }}
        data-row
        dir="auto"
        translate="no"
        title={workflow.name}
        className={`${ROW_LINK_CLASS} max-w-full min-w-0`}
      >
        {workflow.name}
      </Link>
    </WithRowId>
  );
}

function WaitingKind(row: Waiting) {
  const { name, Icon } = WAITING_LABELS[row.kind];
  const detail = detailOf(row);
  return (
    <span className="flex flex-col items-start gap-0.5">
      <span className="flex items-center gap-1.5 whitespace-nowrap">
        <Icon className="size-4 text-muted" aria-hidden="true" />
        {name}
      </span>
      {detail && (
        <span className="line-clamp-2 text-xs wrap-anywhere text-muted" title={detail}>
          {detail}
        </span>
      )}
    </span>
  );
}

/** Returns the step, where the kind does not name it, with the attempts so far and the last failure. */
function detailOf({ kind, step, attempts, error }: Waiting): string {
  const type = step && kind !== "delay" && kind !== "digest" ? STEP_TYPE_LABELS[step.type].name : undefined;
  const tried = attempts === undefined ? undefined : attempts === 1 ? "1 attempt" : `${attempts} attempts`;
  return [[type, tried].filter(Boolean).join(", "), error].filter(Boolean).join(": ");
}
