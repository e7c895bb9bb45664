import { createFileRoute, Link, stripSearchParams, useNavigate } from "@tanstack/react-router";
import { Inbox } from "lucide-react";
import { buttonClass } from "#dashboard/components/controls/button.tsx";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { ImportTable } from "#dashboard/features/imports/import-table.tsx";
import { isActive } from "#dashboard/features/imports/import-texts.ts";
import { ListScreen } from "#dashboard/lists/list-screen.tsx";
import { defaultsOf } from "#dashboard/lists/list-search.ts";
import { ListSkeleton } from "#dashboard/lists/list-skeleton.tsx";
import { searchSchema, textParam } from "#dashboard/lists/search-schemas.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

const POLL_MS = 2_000;
const PAGE_SIZE = 25;

const Search = searchSchema({ cursor: textParam });
const queryOf = ({ cursor }: { cursor: string }) => ({ limit: PAGE_SIZE, ...(cursor && { cursor }) });

export const Route = createFileRoute("/_app/imports/")({
  validateSearch: Search,
  search: { middlewares: [stripSearchParams(defaultsOf(Search))] },
  loader: ({ context: { prefetch, read }, location }) =>
    prefetch(read("imports.list", queryOf(Search.parse(location.search)))),
  pendingComponent: () => <ListSkeleton title="Imports" />,
  component: ImportsPage,
});

function ImportsPage() {
  const search = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const { may, read } = useEnvironment();
  const add = may("data.transfer") && (
    <Link to="/imports/new" search={{}} data-primary-create className={buttonClass("primary")}>
      Import a file
    </Link>
  );
  return (
    <ListScreen
      noun={["import", "imports"]}
      icon={<Inbox />}
      screen={{
        title: "Imports",
        summary: <p>Files of the last 30 days.</p>,
        actions: (isEmpty) => !isEmpty && add,
      }}
      schema={Search}
      search={search}
      onSearch={(next, replace) => void navigate({ search: next, replace })}
      read={read("imports.list", queryOf(search))}
      pageOf={({ data, next }) => ({ rows: data, next, previous: null })}
      pollMs={(page) => (page?.rows.some(isActive) ? POLL_MS : false)}
      none={
        <EmptyState icon={<Inbox />} title="No imports yet" action={add}>
          Bring subscribers, topics, preferences and suppressed addresses from another system, as CSV or JSON.
        </EmptyState>
      }
    >
      {(rows, { pager }) => <ImportTable rows={rows} pager={pager} />}
    </ListScreen>
  );
}
