import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { FailureGroup } from "#contract/activity/failure-groups.ts";
import { CompactCount } from "#dashboard/components/display/compact-count.tsx";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { type Column, ROW_LINK_CLASS, Table, type TableSort } from "#dashboard/lists/table.tsx";
import { ErrorHours, ErrorSource, ErrorStateBadge } from "./error-parts.tsx";

const COLUMNS: readonly Column<FailureGroup>[] = [
  {
    id: "error",
    name: "Error",
    className: "sm:w-2/5 sm:max-w-0",
    cell: (group) => (
      <span className="flex min-w-0 flex-col gap-0.5">
        <Link
          to="/activity/errors/$groupId"
          params={{ groupId: group._id }}
          data-row
          dir="auto"
          translate="no"
          title={group.text}
          className={ROW_LINK_CLASS}
        >
          {group.text}
        </Link>
        <ErrorSource group={group} />
      </span>
    ),
  },
  { id: "state", name: "State", cell: (group) => <ErrorStateBadge group={group} /> },
  {
    id: "count",
    name: "Failures",
    sortable: true,
    cell: ({ count }) => (
      <Above>
        <CompactCount count={count} />
      </Above>
    ),
  },
  {
    id: "people",
    name: "Subscribers",
    className: "sm:max-lg:hidden",
    cell: ({ people }) => (
      <Above>
        <CompactCount {...people} />
      </Above>
    ),
  },
  { id: "hours", name: "24 hours", className: "sm:max-lg:hidden", cell: (group) => <ErrorHours group={group} /> },
  {
    id: "lastSeen",
    name: "Last seen",
    sortable: true,
    className: "text-muted",
    cell: ({ lastSeen }) => <RelativeTime moment={lastSeen} />,
  },
  {
    id: "firstSeen",
    name: "First seen",
    className: "text-muted sm:max-lg:hidden",
    cell: ({ firstSeen }) => <RelativeTime moment={firstSeen} />,
  },
];

/** Above the link that covers the row, as its exact number is shown when it is pointed at. */
const Above = ({ children }: { children: ReactNode }) => <span className="relative z-10">{children}</span>;

export function ErrorTable({ groups, sort }: { groups: readonly FailureGroup[]; sort: TableSort | undefined }) {
  return <Table label="Errors" columns={COLUMNS} rows={groups} rowId={({ _id }) => _id} {...(sort && { sort })} />;
}
