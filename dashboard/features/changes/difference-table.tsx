import { Link } from "@tanstack/react-router";
import type { PublicationPreviewItem } from "#contract/workflows/publications.ts";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { type Column, ROW_LINK_CLASS, Table } from "#dashboard/lists/table.tsx";
import type { RowSelection } from "#dashboard/lists/use-row-selection.ts";
import { ActionBadge, ChangeSentences, KindIcon, kindAndName } from "./item-texts.tsx";

const COLUMNS: readonly Column<PublicationPreviewItem>[] = [
  {
    id: "name",
    name: "Name",
    className: "sm:w-1/3 sm:max-w-0",
    cell: ({ _id, kind, name, identifier }) => (
      <span className="flex min-w-0 gap-2">
        <KindIcon kind={kind} />
        <span className="min-w-0">
          <Link
            to="/changes"
            search={(search) => ({ ...search, open: _id })}
            resetScroll={false}
            dir="auto"
            translate="no"
            className={ROW_LINK_CLASS}
          >
            {name}
          </Link>
          <code translate="no" className="block truncate font-mono text-xs text-muted">
            {identifier}
          </code>
        </span>
      </span>
    ),
  },
  {
    id: "action",
    name: "State",
    className: "whitespace-nowrap",
    cell: ({ action, problem }) => <ActionBadge action={action} problem={problem} />,
  },
  {
    id: "changes",
    name: "What changes",
    cell: ({ changes, needs, problem }) => (
      <span className="flex min-w-0 flex-col gap-0.5">
        {problem === undefined ? (
          <ChangeSentences changes={changes} />
        ) : (
          <span className="text-danger wrap-anywhere">{problem}</span>
        )}
        {needs.length > 0 && <Needs needs={needs} />}
      </span>
    ),
  },
  {
    id: "sourceUpdatedAt",
    name: "Edited",
    className: "whitespace-nowrap text-muted",
    cell: ({ sourceUpdatedAt }) => (sourceUpdatedAt ? <RelativeTime moment={sourceUpdatedAt} /> : "–"),
  },
];

/** Says what is published along, because it is used. */
export function Needs({ needs }: Pick<PublicationPreviewItem, "needs">) {
  const names = needs.map(kindAndName);
  return <span className="text-xs text-muted wrap-anywhere">{`Also needs ${LIST.format(names)}`}</span>;
}

const LIST = new Intl.ListFormat("en-GB");

interface DifferenceTableProps {
  rows: readonly PublicationPreviewItem[];
  selection?: RowSelection;
}

/** Workflows, layouts and translation groups that differ between two environments. */
export const DifferenceTable = ({ rows, selection }: DifferenceTableProps) => (
  <Table
    label="Differences"
    columns={COLUMNS}
    rows={rows}
    rowId={({ _id }) => _id}
    rowName={({ name }) => name}
    {...(selection && { selection })}
  />
);
