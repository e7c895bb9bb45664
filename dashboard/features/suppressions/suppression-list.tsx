import type { ReactNode } from "react";
import type { Suppression } from "#contract/suppressions.ts";
import { WithRowId } from "#dashboard/components/controls/copy-button.tsx";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { STEP_TYPE_LABELS } from "#dashboard/components/display/step-type.tsx";
import { type Column, Table } from "#dashboard/lists/table.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { LiftButton } from "./lift-button.tsx";
import { ReasonCell } from "./reason-cell.tsx";
import { STREAMS } from "./suppression-reasons.ts";

const COLUMNS: readonly Column<Suppression>[] = [
  {
    id: "address",
    name: "Address",
    className: "max-sm:pe-24 sm:w-2/5",
    cell: ({ address }) => (
      <WithRowId value={address} what="address">
        <span className="font-medium wrap-anywhere" translate="no">
          {address}
        </span>
      </WithRowId>
    ),
  },
  {
    id: "reason",
    name: "Reason",
    cell: (row) => <ReasonCell suppression={row} />,
  },
  {
    id: "channel",
    name: "Channel",
    className: "text-muted whitespace-nowrap",
    cell: ({ channel }) => STEP_TYPE_LABELS[channel].name,
  },
  {
    id: "stream",
    name: "Holds back",
    className: "text-muted whitespace-nowrap",
    cell: ({ stream }) => STREAMS[stream],
  },
  {
    id: "createdAt",
    name: "Since",
    className: "text-muted whitespace-nowrap",
    cell: ({ createdAt }) => <RelativeTime moment={createdAt} />,
  },
];

/** A page of suppressed addresses, each of which can be taken off the list. */
export function SuppressionTable({ rows, pager }: { rows: readonly Suppression[]; pager: ReactNode }) {
  const { may } = useEnvironment();
  const lift: Column<Suppression> = {
    id: "lift",
    name: "Actions",
    nameHidden: true,
    className: "sm:w-20 sm:ps-0",
    cell: (row) => (
      <span className="relative z-10 flex justify-end max-sm:absolute max-sm:end-2 max-sm:top-1">
        <LiftButton suppression={row} />
      </span>
    ),
  };
  return (
    <>
      <Table
        label="Suppressed addresses"
        columns={may("environment.use") ? [...COLUMNS, lift] : COLUMNS}
        rows={rows}
        rowId={({ _id }) => _id}
      />
      {pager}
    </>
  );
}
