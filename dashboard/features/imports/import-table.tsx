import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Import } from "#contract/imports.ts";
import { Badge } from "#dashboard/components/display/badge.tsx";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { type Column, ROW_LINK_CLASS, Table } from "#dashboard/lists/table.tsx";
import { ImportBar, ImportStateBadge } from "./import-progress.tsx";
import { KINDS, progressText } from "./import-texts.ts";

const COLUMNS: readonly Column<Import>[] = [
  {
    id: "kind",
    name: "Import",
    className: "sm:w-1/4",
    cell: ({ _id, kind }) => (
      <Link to="/imports/$importId" params={{ importId: _id }} data-row className={ROW_LINK_CLASS}>
        {KINDS[kind].name}
      </Link>
    ),
  },
  {
    id: "state",
    name: "State",
    cell: ({ state, dryRun }) => (
      <span className="flex flex-wrap gap-1">
        <ImportStateBadge state={state} />
        {dryRun && <Badge tone="neutral">Check only</Badge>}
      </span>
    ),
  },
  {
    id: "progress",
    name: "Lines",
    className: "sm:w-2/5",
    cell: (row) => (
      <div className="flex min-w-0 flex-col gap-1">
        <ImportBar row={row} />
        <span className="text-xs text-muted tabular-nums">{progressText(row)}</span>
      </div>
    ),
  },
  {
    id: "started",
    name: "Started",
    className: "text-muted whitespace-nowrap",
    cell: ({ createdAt }) => <RelativeTime moment={createdAt} />,
  },
];

/** A page of imports, newest first. */
export function ImportTable({ rows, pager }: { rows: readonly Import[]; pager: ReactNode }) {
  return (
    <>
      <Table label="Imports" columns={COLUMNS} rows={rows} rowId={({ _id }) => _id} />
      {pager}
    </>
  );
}
