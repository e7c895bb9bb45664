import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { WebhookStatus } from "#contract/constants/webhooks.ts";
import type { WebhookMessage } from "#contract/webhooks.ts";
import { Badge, type Tone } from "#dashboard/components/display/badge.tsx";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { type Column, ROW_LINK_CLASS, Table } from "#dashboard/lists/table.tsx";

export const STATUSES = {
  waiting: { text: "Waiting", tone: "warning" },
  sent: { text: "Delivered", tone: "success" },
  failed: { text: "Failed", tone: "danger" },
} as const satisfies Record<WebhookStatus, { text: string; tone: Tone }>;

export function DeliveryBadge({ status }: { status: WebhookStatus }) {
  const { text, tone } = STATUSES[status];
  return <Badge tone={tone}>{text}</Badge>;
}

const COLUMNS: readonly Column<WebhookMessage>[] = [
  {
    id: "type",
    name: "Event",
    className: "sm:w-1/3",
    cell: ({ _id, _endpointId, type }) => (
      <Link
        to="/webhooks/$endpointId/$deliveryId"
        params={{ endpointId: _endpointId, deliveryId: _id }}
        translate="no"
        className={ROW_LINK_CLASS}
      >
        {type}
      </Link>
    ),
  },
  { id: "status", name: "State", cell: ({ status }) => <DeliveryBadge status={status} /> },
  { id: "answer", name: "Last answer", className: "text-muted wrap-anywhere", cell: (message) => answerText(message) },
  {
    id: "attempts",
    name: "Attempts",
    className: "text-muted tabular-nums whitespace-nowrap",
    cell: ({ attempts, nextAttemptAt }) => (
      <>
        {attempts}
        {nextAttemptAt !== null && (
          <>
            {" · next "}
            {Date.parse(nextAttemptAt) > Date.now() ? <RelativeTime moment={nextAttemptAt} /> : "soon"}
          </>
        )}
      </>
    ),
  },
  {
    id: "createdAt",
    name: "Happened",
    className: "text-muted whitespace-nowrap",
    cell: ({ createdAt }) => <RelativeTime moment={createdAt} />,
  },
];

/** A page of the events that an endpoint was sent, or is to be. */
export const WebhookMessageTable = ({ rows, pager }: { rows: readonly WebhookMessage[]; pager: ReactNode }) => (
  <>
    <Table label="Deliveries" columns={COLUMNS} rows={rows} rowId={({ _id }) => _id} />
    {pager}
  </>
);

/** Says what came of the last attempt, in a few words: "200", or why there was no answer. */
export function answerText({ responseStatus, error, attempts }: WebhookMessage): string {
  if (attempts === 0) return "Not sent yet";
  return responseStatus === null ? (error ?? "No answer") : String(responseStatus);
}
