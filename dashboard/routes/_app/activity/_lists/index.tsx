import { hashKey, useQuery } from "@tanstack/react-query";
import { createFileRoute, Link, stripSearchParams, useNavigate } from "@tanstack/react-router";
import { Activity as ActivityIcon } from "lucide-react";
import { Button, buttonClass } from "#dashboard/components/controls/button.tsx";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { Skeleton, SkeletonRows } from "#dashboard/components/feedback/skeleton.tsx";
import { ListPanel } from "#dashboard/features/activity/list-panel.tsx";
import { RunFilters } from "#dashboard/features/activity/run-filters.tsx";
import { isFiltered, RunSearch } from "#dashboard/features/activity/run-search.ts";
import { pollInterval } from "#dashboard/features/activity/run-state.ts";
import { RunTable } from "#dashboard/features/activity/run-table.tsx";
import { NewRowsButton } from "#dashboard/lists/new-rows-button.tsx";
import { Pager } from "#dashboard/lists/pager.tsx";
import { useHeldRows } from "#dashboard/lists/use-held-rows.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

/** Milliseconds between reads of the first page while no run on it can change. */
const IDLE_POLL_MS = 10_000;

export const Route = createFileRoute("/_app/activity/_lists/")({
  validateSearch: RunSearch,
  search: {
    middlewares: [stripSearchParams({ page: 0, channels: [], templates: [], subscriberIds: [], transactionId: "" })],
  },
  loader: ({ context: { prefetch, read }, location }) =>
    prefetch(read("notifications.list", RunSearch.parse(location.search))),
  pendingComponent: () => (
    <div className="flex flex-col gap-4">
      <Skeleton className="h-8.5 w-full max-w-3xl" />
      <SkeletonRows rows={10} />
    </div>
  ),
  component: RunsPage,
});

function RunsPage() {
  const search = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const { read } = useEnvironment();
  const list = read("notifications.list", search);
  const query = useQuery({
    ...list,
    refetchInterval: ({ state: { data } }) =>
      data && (pollInterval(data.data) || (data.page === 0 ? IDLE_POLL_MS : false)),
  });
  const { rows, newCount, showNew } = useHeldRows(query.data?.data ?? NO_ROWS, {
    list: hashKey(list.queryKey),
    isPlaceholder: query.isPlaceholderData || query.isPending,
  });

  return (
    <ListPanel
      filters={
        <RunFilters
          search={search}
          onChange={(change) => void navigate({ search: { ...search, ...change, page: 0 }, replace: true })}
        />
      }
      aside={
        search.page === 0 && (
          <NewRowsButton noun="run" count={newCount} full={newCount === query.data?.pageSize} onShow={showNew} />
        )
      }
      refreshFailed={query.isRefetchError}
    >
      <QueryResult query={query} skeleton={<SkeletonRows rows={10} />}>
        {({ page, pageSize, hasMore }) =>
          rows.length > 0 ? (
            <>
              <RunTable runs={rows} />
              <Pager
                page={page}
                pageSize={pageSize}
                shown={rows.length}
                hasMore={hasMore}
                onPage={(next) => void navigate({ search: { ...search, page: next } })}
              />
            </>
          ) : (
            <NoRuns search={search} />
          )
        }
      </QueryResult>
    </ListPanel>
  );
}

const NO_ROWS: never[] = [];

function NoRuns({ search }: { search: RunSearch }) {
  const navigate = useNavigate({ from: Route.fullPath });
  if (search.page > 0) {
    return (
      <EmptyState
        icon={<ActivityIcon />}
        title="No more runs"
        action={<Button onClick={() => void navigate({ search: { ...search, page: 0 } })}>Go to the first page</Button>}
      >
        The page before this one was the last.
      </EmptyState>
    );
  }
  if (isFiltered(search)) {
    return (
      <EmptyState
        icon={<ActivityIcon />}
        title="No runs match"
        action={<Button onClick={() => void navigate({ search: {} })}>Clear filters</Button>}
      >
        A run appears here within a second of its event; this list is kept up to date.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<ActivityIcon />}
      title="No runs yet"
      action={
        <Link to="/workflows" search={{}} className={buttonClass("primary")}>
          Choose a workflow to test
        </Link>
      }
    >
      Each event makes one run for each subscriber it reaches, with every step and its reasons.
    </EmptyState>
  );
}
