import { createFileRoute, Link, stripSearchParams, useNavigate } from "@tanstack/react-router";
import { Hourglass } from "lucide-react";
import { buttonClass } from "#dashboard/components/controls/button.tsx";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { WaitingFilters } from "#dashboard/features/activity/waiting-filters.tsx";
import { WaitingSearch, waitingQuery } from "#dashboard/features/activity/waiting-search.ts";
import { WaitingTable } from "#dashboard/features/activity/waiting-table.tsx";
import { ListScreen } from "#dashboard/lists/list-screen.tsx";
import { defaultsOf } from "#dashboard/lists/list-search.ts";
import { ListSkeleton } from "#dashboard/lists/list-skeleton.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

const POLL_MS = 10_000;

export const Route = createFileRoute("/_app/activity/_lists/waiting")({
  validateSearch: WaitingSearch,
  search: { middlewares: [stripSearchParams(defaultsOf(WaitingSearch))] },
  loader: ({ context: { prefetch, read }, location }) =>
    prefetch(read("waiting.list", waitingQuery(WaitingSearch.parse(location.search)))),
  pendingComponent: () => <ListSkeleton filters="max-w-md" />,
  component: WaitingPage,
});

function WaitingPage() {
  const search = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const { read } = useEnvironment();
  return (
    <ListScreen
      noun={["waiting run", "waiting runs"]}
      icon={<Hourglass />}
      schema={WaitingSearch}
      search={search}
      onSearch={(next, replace) => void navigate({ search: next, replace })}
      read={read("waiting.list", waitingQuery(search))}
      pageOf={({ data, next, previous }) => ({ rows: data, next, previous })}
      // What is due leaves the list, which therefore is shown as it is now.
      pollMs={() => POLL_MS}
      filters={(change) => <WaitingFilters search={search} onChange={change} />}
      noMatch="What waited may have gone on since; this list is kept up to date."
      none={
        <EmptyState
          icon={<Hourglass />}
          title="Nothing waits"
          action={
            <Link to="/activity" search={{}} className={buttonClass("primary")}>
              See all runs
            </Link>
          }
        >
          Runs in delays and digests, deferred messages and sends that are tried again are listed here until they go on.
        </EmptyState>
      }
    >
      {(waiting, { pager }) => (
        <>
          <WaitingTable waiting={waiting} />
          {pager}
        </>
      )}
    </ListScreen>
  );
}
