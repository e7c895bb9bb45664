import type { ReactNode } from "react";
import type { WebhookEvent } from "#contract/activity/webhook-events.ts";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { type Column, Table } from "#dashboard/lists/table.tsx";

const COLUMNS: readonly Column<WebhookEvent>[] = [
  {
    id: "type",
    name: "Event",
    className: "sm:w-1/4",
    cell: ({ type }) => (
      <span translate="no" className="font-medium">
        {type}
      </span>
    ),
  },
  {
    id: "about",
    name: "About",
    className: "text-muted sm:max-w-0 sm:w-2/3",
    cell: ({ data }) => (
      <span translate="no" className="block font-mono text-xs wrap-anywhere sm:truncate sm:text-nowrap">
        {aboutText(data)}
      </span>
    ),
  },
  {
    id: "timestamp",
    name: "Happened",
    className: "text-muted whitespace-nowrap",
    cell: ({ timestamp }) => <RelativeTime moment={timestamp} />,
  },
];

/** A page of the latest events of an environment. */
export const EventTable = ({ rows, pager }: { rows: readonly WebhookEvent[]; pager: ReactNode }) => (
  <>
    <Table label="Events" columns={COLUMNS} rows={rows} rowId={({ id }) => id} />
    {pager}
  </>
);

/** Fields that say whom or what an event is about, in the order of what people look for. */
const NAMING = ["workflow", "subscriberId", "channel", "reason", "providerId", "transactionId"];

/** Says what an event is about, in a line: "workflow order-shipped · subscriberId ada". */
function aboutText(data: WebhookEvent["data"]): string {
  const named = NAMING.flatMap((name) => (typeof data[name] === "string" ? [`${name} ${data[name]}`] : []));
  return named.join(" · ");
}
