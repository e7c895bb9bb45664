import { Link } from "@tanstack/react-router";
import type { WebhookEndpoint } from "#contract/webhooks.ts";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { type Column, ROW_LINK_CLASS, Table } from "#dashboard/lists/table.tsx";
import { EndpointState, PausedReason } from "./endpoint-state.tsx";

const COLUMNS: readonly Column<WebhookEndpoint>[] = [
  {
    id: "url",
    name: "Endpoint",
    className: "sm:w-2/5",
    cell: ({ _id, url, description }) => (
      <span className="flex min-w-0 flex-col gap-0.5">
        <Link
          to="/webhooks/$endpointId"
          params={{ endpointId: _id }}
          translate="no"
          className={`${ROW_LINK_CLASS} wrap-anywhere`}
        >
          {url}
        </Link>
        {description && (
          <span dir="auto" className="text-xs text-muted wrap-anywhere">
            {description}
          </span>
        )}
      </span>
    ),
  },
  { id: "events", name: "Events", cell: ({ eventTypes }) => eventsText(eventTypes) },
  {
    id: "state",
    name: "State",
    cell: (endpoint) => (
      <span className="flex min-w-0 flex-col items-start gap-0.5">
        <EndpointState endpoint={endpoint} />
        <PausedReason endpoint={endpoint} />
      </span>
    ),
  },
  {
    id: "createdAt",
    name: "Created",
    className: "whitespace-nowrap text-muted",
    cell: ({ createdAt }) => <RelativeTime moment={createdAt} />,
  },
];

export const EndpointTable = ({ rows }: { rows: readonly WebhookEndpoint[] }) => (
  <Table label="Webhook endpoints" columns={COLUMNS} rows={rows} rowId={({ _id }) => _id} />
);

/** Events that are named; of more, their number is said. */
const NAMED_MAX = 2;

/** Says which events an endpoint is sent: "All events", or "message.sent, message.failed". */
export function eventsText(types: WebhookEndpoint["eventTypes"]): string {
  if (types === null) return "All events";
  return types.length > NAMED_MAX ? `${types.length} types` : types.join(", ");
}
