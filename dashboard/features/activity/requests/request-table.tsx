import { Link } from "@tanstack/react-router";
import type { Request } from "#contract/activity/requests.ts";
import { Badge } from "#dashboard/components/display/badge.tsx";
import { countText } from "#dashboard/components/display/count-text.ts";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { type Column, ROW_LINK_CLASS, Table } from "#dashboard/lists/table.tsx";
import { durationText } from "../duration.ts";
import { RequestStatus } from "./request-status.tsx";
import { errorSentences, keyText } from "./request-texts.ts";

const COLUMNS: readonly Column<Request>[] = [
  { id: "request", name: "Request", className: "sm:w-2/5 sm:max-w-0", cell: RequestName },
  { id: "status", name: "Status", cell: ({ status }) => <RequestStatus status={status} /> },
  {
    id: "key",
    name: "API key",
    className: "text-muted sm:w-1/6 sm:max-w-0 sm:max-lg:hidden",
    cell: ({ apiKey }) => (
      <span dir="auto" translate="no" className="block truncate" title={keyText(apiKey)}>
        {keyText(apiKey)}
      </span>
    ),
  },
  { id: "events", name: "Runs", className: "whitespace-nowrap", cell: (request) => <RequestRuns request={request} /> },
  {
    id: "duration",
    name: "Duration",
    className: "text-muted tabular-nums whitespace-nowrap sm:max-lg:hidden",
    cell: ({ durationMs }) => durationText(durationMs),
  },
  {
    id: "createdAt",
    name: "Time",
    className: "text-muted whitespace-nowrap",
    cell: ({ createdAt }) => <RelativeTime moment={createdAt} />,
  },
];

/** A page of calls with API keys. */
export const RequestTable = ({ requests }: { requests: readonly Request[] }) => (
  <Table label="Requests" columns={COLUMNS} rows={requests} rowId={({ _id }) => _id} />
);

function RequestName({ _id, method, path, error }: Request) {
  const [sentence] = error ? errorSentences(error) : [];
  return (
    <span className="flex min-w-0 flex-col">
      <Link
        to="/activity/requests/$requestId"
        params={{ requestId: _id }}
        data-row
        translate="no"
        title={`${method} ${path}`}
        className={ROW_LINK_CLASS}
      >
        <span className="text-muted">{`${method} `}</span>
        <span>{path}</span>
      </Link>
      {sentence && (
        <span dir="auto" title={sentence} className="truncate text-xs text-muted">
          {sentence}
        </span>
      )}
    </span>
  );
}

/** Leads to the runs of the event that a call brought, or says how many events it brought. */
function RequestRuns({ request: { events } }: { request: Request }) {
  const [only, another] = events;
  if (!only) return <span className="text-muted">None</span>;
  const isDuplicate = events.every((event) => event.isDuplicate);
  return (
    <span className="relative z-10 inline-flex items-center gap-2">
      {another ? (
        <span>{countText(events.length, "event")}</span>
      ) : (
        <Link to="/activity" search={{ transactionId: only.transactionId }} className="text-accent underline">
          See runs
        </Link>
      )}
      {isDuplicate && <Badge>Duplicate</Badge>}
    </span>
  );
}
