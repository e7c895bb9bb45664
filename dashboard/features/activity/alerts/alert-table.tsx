import type { AlertRule } from "#contract/activity/alert-rules.ts";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { MENU_COLUMN } from "#dashboard/lists/object-menu.tsx";
import { type Column, Table } from "#dashboard/lists/table.tsx";
import { AlertActions, AlertSwitch } from "./alert-actions.tsx";
import { destinationTexts, eventTexts } from "./alert-texts.ts";

const COLUMNS: readonly Column<AlertRule>[] = [
  {
    id: "name",
    name: "Alert rule",
    className: "sm:w-1/5",
    cell: ({ name }) => (
      <span dir="auto" translate="no" className="font-medium wrap-anywhere">
        {name}
      </span>
    ),
  },
  { id: "events", name: "When", className: "sm:w-1/4", cell: (rule) => <Lines texts={eventTexts(rule)} /> },
  { id: "to", name: "To", cell: (rule) => <Lines texts={destinationTexts(rule)} /> },
  {
    id: "last",
    name: "Last alert",
    className: "whitespace-nowrap text-muted",
    cell: ({ lastRaisedAt }) => (lastRaisedAt ? <RelativeTime moment={lastRaisedAt} /> : "None yet"),
  },
  { id: "active", name: "Active", className: "sm:w-24", cell: (rule) => <AlertSwitch rule={rule} /> },
  { ...MENU_COLUMN, cell: (rule) => <AlertActions rule={rule} /> },
];

const Lines = ({ texts }: { texts: readonly string[] }) => (
  <ul>
    {texts.map((text) => (
      <li key={text} className="wrap-anywhere">
        {text}
      </li>
    ))}
  </ul>
);

export const AlertTable = ({ rows }: { rows: readonly AlertRule[] }) => (
  <Table label="Alert rules" columns={COLUMNS} rows={rows} rowId={({ _id }) => _id} />
);
