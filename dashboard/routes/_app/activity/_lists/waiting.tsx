import { useQuery } from "@tanstack/react-query";
import { createFileRoute, Link, Navigate, stripSearchParams, useNavigate } from "@tanstack/react-router";
import { Hourglass } from "lucide-react";
import { Button, buttonClass } from "#dashboard/components/controls/button.tsx";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { Skeleton, SkeletonRows } from "#dashboard/components/feedback/skeleton.tsx";
import { ListPanel } from "#dashboard/features/activity/list-panel.tsx";
import { WaitingFilters } from "#dashboard/features/activity/waiting-filters.tsx";
import { FROM_START, WaitingSearch, waitingQuery } from "#dashboard/features/activity/waiting-search.ts";
import { WaitingTable } from "#dashboard/features/activity/waiting-table.tsx";
import { KeysetPager } from "#dashboard/lists/keyset-pager.tsx";
import { PAGE_SIZES } from "#dashboard/lists/page-sizes.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

/** Milliseconds between reads of a page. */
const POLL_MS = 10_000;

export const Route = createFileRoute("/_app/activity/_lists/waiting")({
  validateSearch: WaitingSearch,
  search: { middlewares: [stripSearchParams({ transactionId: "", ...FROM_START, size: PAGE_SIZES[0] })] },
  loader: ({ context: { prefetch, read }, location }) =>
    prefetch(read("waiting.list", waitingQuery(WaitingSearch.parse(location.search)))),
  pendingComponent: () => (
    <div className="flex flex-col gap-4">
      <Skeleton className="h-8.5 w-full max-w-md" />
      <SkeletonRows rows={10} />
    </div>
  ),
  component: WaitingPage,
});

function WaitingPage() {
  const search = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const { read } = useEnvironment();
  // What is due leaves the list, which therefore is shown as it is now.
  const query = useQuery({ ...read("waiting.list", waitingQuery(search)), refetchInterval: POLL_MS });
  const filter = (change: Partial<WaitingSearch>) =>
    void navigate({ search: { ...search, ...change, ...FROM_START }, replace: true });
  const open = (place: Partial<typeof FROM_START>) => void navigate({ search: { ...search, ...FROM_START, ...place } });
  return (
    <ListPanel filters={<WaitingFilters search={search} onChange={filter} />} refreshFailed={query.isRefetchError}>
      <QueryResult query={query} skeleton={<SkeletonRows rows={10} />}>
        {({ data, next, previous }) =>
          data.length > 0 ? (
            <>
              {search.before && previous === null && !query.isPlaceholderData && <FirstPage search={search} />}
              <WaitingTable waiting={data} />
              <KeysetPager
                pageSize={search.size}
                onPageSize={(size) => filter({ size })}
                onPrevious={previous === null ? undefined : () => open({ before: previous })}
                onNext={next === null ? undefined : () => open({ cursor: next })}
              />
            </>
          ) : (
            <NothingWaits search={search} />
          )
        }
      </QueryResult>
    </ListPanel>
  );
}

/** Opens the first page in the place of one that was read backwards: what leaves that one as it becomes due is not filled up. */
function FirstPage({ search }: { search: WaitingSearch }) {
  return <Navigate to={Route.fullPath} search={{ ...search, ...FROM_START }} replace />;
}

function NothingWaits({ search }: { search: WaitingSearch }) {
  const navigate = useNavigate({ from: Route.fullPath });
  if (search.before) return <FirstPage search={search} />;
  if (search.cursor) {
    return (
      <EmptyState
        icon={<Hourglass />}
        title="Nothing waits from here on"
        action={
          <Button onClick={() => void navigate({ search: { ...search, ...FROM_START } })}>Go to the first page</Button>
        }
      >
        What was on this page has gone on since.
      </EmptyState>
    );
  }
  if (search.kind || search.transactionId) {
    return (
      <EmptyState
        icon={<Hourglass />}
        title="Nothing that waits matches"
        action={<Button onClick={() => void navigate({ search: { size: search.size } })}>Clear filters</Button>}
      >
        What waited may have gone on since; this list is kept up to date.
      </EmptyState>
    );
  }
  return (
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
  );
}
