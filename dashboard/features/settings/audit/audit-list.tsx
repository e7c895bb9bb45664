import { ScrollText } from "lucide-react";
import { Suspense } from "react";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { ListScreen } from "#dashboard/lists/list-screen.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";
import { AuditFilters } from "./audit-filters.tsx";
import { AuditSearch, auditQuery } from "./audit-search.ts";
import { AuditTable } from "./audit-table.tsx";

const AuditEntry = lazyNamed(() => import("./audit-entry.tsx"), "AuditEntry");

interface AuditListProps {
  search: AuditSearch;
  onSearch: (search: AuditSearch, replace: boolean) => void;
}

/** Lists changes of the organisation with who made them, newest first. */
export function AuditList({ search, onSearch }: AuditListProps) {
  const { read } = useEnvironment();
  return (
    <>
      <ListScreen
        noun={["entry", "entries"]}
        icon={<ScrollText />}
        schema={AuditSearch}
        search={search}
        onSearch={onSearch}
        read={read("auditLogs.list", auditQuery(search))}
        pageOf={({ data, next }) => ({ rows: data, next })}
        filters={(change) => <AuditFilters search={search} onChange={change} />}
        none={
          <EmptyState icon={<ScrollText />} title="No changes yet">
            Every change that members and API keys make is listed here, with what it was before.
          </EmptyState>
        }
      >
        {(rows, { pager }) => <AuditTable rows={rows} search={search} pager={pager} />}
      </ListScreen>
      {search.entry && (
        <Suspense>
          <AuditEntry
            key={search.entry}
            entryId={search.entry}
            onClose={() => onSearch({ ...search, entry: undefined }, true)}
          />
        </Suspense>
      )}
    </>
  );
}
