import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Publication } from "#contract/workflows/publications.ts";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { type Column, ROW_LINK_CLASS, Table } from "#dashboard/lists/table.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { namesText, PublicationState } from "./item-texts.tsx";

const COLUMNS: readonly Column<Publication>[] = [
  {
    id: "items",
    name: "Publication",
    className: "sm:w-2/5 sm:max-w-0",
    cell: ({ _id, items, note }) => (
      <span className="flex min-w-0 flex-col">
        <Link
          to="/changes/$publicationId"
          params={{ publicationId: _id }}
          dir="auto"
          translate="no"
          className={ROW_LINK_CLASS}
        >
          {namesText(items)}
        </Link>
        {note && (
          <span dir="auto" className="truncate text-xs text-muted">
            {note}
          </span>
        )}
      </span>
    ),
  },
  {
    id: "state",
    name: "State",
    className: "whitespace-nowrap",
    cell: (publication) => <PublicationState publication={publication} />,
  },
  {
    id: "environments",
    name: "To",
    className: "sm:w-1/6 sm:max-w-0",
    cell: (publication) => <Target publication={publication} />,
  },
  {
    id: "requestedBy",
    name: "By",
    className: "sm:w-1/6 sm:max-w-0",
    cell: ({ requestedBy: { name } }) => (
      <span dir="auto" translate="no" className="block truncate">
        {name}
      </span>
    ),
  },
  {
    id: "createdAt",
    name: "When",
    className: "whitespace-nowrap text-muted",
    cell: ({ createdAt }) => <RelativeTime moment={createdAt} />,
  },
];

function Target({ publication: { targetEnvironmentId } }: { publication: Publication }) {
  const { nameOf } = useEnvironment();
  return (
    <span translate="no" className="block truncate">
      {nameOf(targetEnvironmentId) ?? "–"}
    </span>
  );
}

/** A page of publications. */
export const PublicationTable = ({ rows, pager }: { rows: readonly Publication[]; pager: ReactNode }) => (
  <>
    <Table label="Publications" columns={COLUMNS} rows={rows} rowId={({ _id }) => _id} />
    {pager}
  </>
);
