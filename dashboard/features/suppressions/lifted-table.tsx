import type { ReactNode } from "react";
import type { Suppression } from "#contract/suppressions.ts";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { STEP_TYPE_LABELS } from "#dashboard/components/display/step-type.tsx";
import { type Column, Table } from "#dashboard/lists/table.tsx";
import { ReasonCell } from "./reason-cell.tsx";
import { VendorAnswers } from "./vendor-answers.tsx";

const COLUMNS: readonly Column<Suppression>[] = [
  {
    id: "address",
    name: "Address",
    className: "sm:w-1/4",
    cell: ({ address }) => (
      <span className="font-medium wrap-anywhere" translate="no">
        {address}
      </span>
    ),
  },
  { id: "reason", name: "Reason", className: "sm:w-1/5", cell: (row) => <ReasonCell suppression={row} /> },
  {
    id: "channel",
    name: "Channel",
    className: "text-muted whitespace-nowrap",
    cell: ({ channel }) => STEP_TYPE_LABELS[channel].name,
  },
  {
    id: "lifted",
    name: "Lifted",
    cell: ({ lift }) =>
      lift && (
        <span className="flex min-w-0 flex-col gap-0.5">
          <RelativeTime moment={lift.at} className="text-muted" />
          {lift.reason && <span className="text-xs text-muted wrap-anywhere">{lift.reason}</span>}
        </span>
      ),
  },
  {
    id: "vendors",
    name: "At the vendors",
    className: "sm:w-1/3",
    cell: ({ lift }) =>
      lift && lift.vendors.length > 0 ? (
        <VendorAnswers vendors={lift.vendors} />
      ) : (
        <span className="text-muted">Nobody was asked</span>
      ),
  },
];

/** A page of addresses that were taken off the list, with what vendors said to that. */
export const LiftedTable = ({ rows, pager }: { rows: readonly Suppression[]; pager: ReactNode }) => (
  <>
    <Table label="Lifted addresses" columns={COLUMNS} rows={rows} rowId={({ _id }) => _id} />
    {pager}
  </>
);
