import { createFileRoute, Link, stripSearchParams, useNavigate } from "@tanstack/react-router";
import { Activity as ActivityIcon } from "lucide-react";
import { Button, buttonClass } from "../../../components/button.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { FreshRowsButton } from "../../../components/fresh-rows-button.tsx";
import { Page } from "../../../components/page.tsx";
import { Pager } from "../../../components/pager.tsx";
import { Skeleton, SkeletonRows } from "../../../components/skeleton.tsx";
import { useHeldRows } from "../../../components/use-held-rows.ts";
import { usePolled } from "../../../components/use-polled.ts";
import { RunFilters } from "../../../features/activity/run-filters.tsx";
import { isFiltered, RunSearch } from "../../../features/activity/run-search.ts";
import { pollInterval } from "../../../features/activity/run-state.ts";
import { RunTable } from "../../../features/activity/run-table.tsx";
import { reloadOnSearch } from "../../../reload-on-search.ts";
import { useApi } from "../../../use-api.ts";

/** New events are looked for this often, in milliseconds, while nothing on the first page is running. */
const TAIL_MS = 10_000;
/** The most workflows that one call lists; beyond them, a workflow is filtered by the link from its own page. */
const WORKFLOW_CHOICES = 50;

export const Route = createFileRoute("/_app/activity/")({
  validateSearch: RunSearch,
  search: {
    middlewares: [stripSearchParams({ page: 0, channels: [], templates: [], subscriberIds: [], transactionId: "" })],
  },
  loader: async ({ context, location, abortController: { signal } }) => {
    const [runs, workflows] = await Promise.all([
      context.api.activity.list(RunSearch.parse(location.search), { signal }),
      context.api.workflows.list({ limit: WORKFLOW_CHOICES }, { signal }),
    ]);
    return { runs, workflows: workflows.data.map(({ _id, name }) => ({ _id, name })) };
  },
  shouldReload: reloadOnSearch,
  pendingComponent: () => (
    <Page title="Activity">
      <Skeleton className="h-8.5 w-full max-w-3xl" />
      <SkeletonRows rows={10} />
    </Page>
  ),
  component: ActivityPage,
});

function ActivityPage() {
  const loaded = Route.useLoaderData();
  const search = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const api = useApi();
  const { current, stale } = usePolled(loaded.runs, {
    load: (signal) => api.activity.list(search, { signal }),
    every: ({ data, page }) => pollInterval(data) ?? (page === 0 ? TAIL_MS : undefined),
  });
  const { rows, fresh, release } = useHeldRows(loaded.runs.data, current.data);

  return (
    <Page
      title="Activity"
      actions={
        search.page === 0 && (
          <FreshRowsButton noun="run" count={fresh} full={fresh === current.pageSize} onShow={release} />
        )
      }
      summary={stale ? "Not up to date: the last refresh failed. Trying again." : undefined}
    >
      <RunFilters
        search={search}
        workflows={loaded.workflows}
        onChange={(change) => void navigate({ search: { ...search, ...change, page: 0 }, replace: true })}
      />
      {rows.length > 0 ? (
        <>
          <RunTable runs={rows} />
          <Pager
            page={current.page}
            pageSize={current.pageSize}
            shown={rows.length}
            hasMore={current.hasMore}
            onPage={(page) => void navigate({ search: { ...search, page } })}
          />
        </>
      ) : search.page > 0 ? (
        <EmptyState
          icon={<ActivityIcon />}
          title="No more runs"
          action={
            <Button onClick={() => void navigate({ search: { ...search, page: 0 } })}>Go to the first page</Button>
          }
        >
          The page before this one was the last.
        </EmptyState>
      ) : isFiltered(search) ? (
        <EmptyState
          icon={<ActivityIcon />}
          title="No runs match"
          action={<Button onClick={() => void navigate({ search: {} })}>Clear filters</Button>}
        >
          A run appears here within a second of its event; this list is kept up to date.
        </EmptyState>
      ) : (
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
      )}
    </Page>
  );
}
