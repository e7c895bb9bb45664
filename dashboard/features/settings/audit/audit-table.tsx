import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { AuditLog } from "#contract/accounts/audit-logs.ts";
import { RelativeTime } from "#dashboard/components/display/relative-time.tsx";
import { type Column, ROW_LINK_CLASS, Table } from "#dashboard/lists/table.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import type { AuditSearch } from "./audit-search.ts";
import { actionText, actorText, entityText } from "./audit-texts.ts";

interface AuditTableProps {
  rows: readonly AuditLog[];
  search: AuditSearch;
  pager: ReactNode;
}

/** A page of the audit log; a row opens its entry. */
export function AuditTable({ rows, search, pager }: AuditTableProps) {
  const { nameOf } = useEnvironment();
  const columns: readonly Column<AuditLog>[] = [
    {
      id: "action",
      name: "What",
      className: "sm:w-2/5",
      cell: ({ _id, action }) => (
        <Link
          to="/settings/audit-log"
          search={{ ...search, entry: _id }}
          replace
          resetScroll={false}
          data-row
          title={actionText(action)}
          className={ROW_LINK_CLASS}
        >
          {actionText(action)}
        </Link>
      ),
    },
    { id: "entity", name: "Object", className: "sm:max-w-0 sm:w-1/5", cell: (log) => <Entity log={log} /> },
    {
      id: "actor",
      name: "Who",
      className: "sm:max-w-0 sm:w-1/5",
      cell: (log) => (
        <span className="block truncate max-sm:whitespace-normal" dir="auto" translate="no" title={log.actor.email}>
          {actorText(log)}
        </span>
      ),
    },
    {
      id: "environment",
      name: "Environment",
      className: "text-muted sm:max-w-0 xl:w-32 max-xl:hidden",
      cell: ({ _environmentId }) => (
        <span className="block truncate" dir="auto" translate="no">
          {_environmentId === undefined ? "—" : (nameOf(_environmentId) ?? "Deleted")}
        </span>
      ),
    },
    {
      id: "from",
      name: "From",
      className: "text-muted whitespace-nowrap max-xl:hidden",
      cell: ({ from }) => <span translate="no">{from.address ?? "—"}</span>,
    },
    {
      id: "createdAt",
      name: "When",
      className: "text-muted whitespace-nowrap",
      cell: ({ createdAt }) => <RelativeTime moment={createdAt} />,
    },
  ];
  return (
    <>
      <Table label="Audit log" columns={columns} rows={rows} rowId={({ _id }) => _id} />
      {pager}
    </>
  );
}

const Entity = ({ log: { entity } }: { log: AuditLog }) => (
  <span className="flex min-w-0 flex-col">
    <span
      className="truncate max-sm:wrap-anywhere max-sm:whitespace-normal"
      dir="auto"
      translate="no"
      title={entity.name}
    >
      {entity.name ?? entity.id ?? entityText(entity.type)}
    </span>
    <span className="truncate text-xs text-muted">{entityText(entity.type)}</span>
  </span>
);
