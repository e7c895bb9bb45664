import { createFileRoute, Link, stripSearchParams, useNavigate } from "@tanstack/react-router";
import { Activity as ActivityIcon } from "lucide-react";
import { buttonClass } from "#dashboard/components/controls/button.tsx";
import { EmptyState } from "#dashboard/components/feedback/empty-state.tsx";
import { CancelAll } from "#dashboard/features/activity/cancel/cancel-all.tsx";
import { ResumeAll } from "#dashboard/features/activity/resume/resume-all.tsx";
import { RunFilters } from "#dashboard/features/activity/run-filters.tsx";
import { RunList } from "#dashboard/features/activity/run-list.tsx";
import { RunSearch, runQuery } from "#dashboard/features/activity/run-search.ts";
import { pollInterval } from "#dashboard/features/activity/run-state.ts";
import { ListScreen } from "#dashboard/lists/list-screen.tsx";
import { defaultsOf } from "#dashboard/lists/list-search.ts";
import { ListSkeleton } from "#dashboard/lists/list-skeleton.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

/** Milliseconds between reads of the first page while no run on it can change. */
const IDLE_POLL_MS = 10_000;

export const Route = createFileRoute("/_app/activity/_lists/")({
  validateSearch: RunSearch,
  search: { middlewares: [stripSearchParams(defaultsOf(RunSearch))] },
  loader: ({ context: { prefetch, read }, location }) =>
    prefetch(read("notifications.list", runQuery(RunSearch.parse(location.search)))),
  pendingComponent: () => <ListSkeleton filters="max-w-3xl" />,
  component: RunsPage,
});

function RunsPage() {
  const search = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const { read } = useEnvironment();
  return (
    <ListScreen
      noun={["run", "runs"]}
      icon={<ActivityIcon />}
      schema={RunSearch}
      search={search}
      onSearch={(next, replace) => void navigate({ search: next, replace })}
      read={read("notifications.list", runQuery(search))}
      pageOf={({ data, pageSize, hasMore }) => ({ rows: data, pageSize, hasMore })}
      pollMs={(page) => page !== undefined && (pollInterval(page.rows) || (search.page === 0 && IDLE_POLL_MS))}
      holdsRows
      filters={(change) => (
        <RunFilters search={search} onChange={change}>
          <ResumeAll search={search} />
          <CancelAll search={search} />
        </RunFilters>
      )}
      noMatch="A run appears here within a second of its event; this list is kept up to date."
      none={
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
      }
    >
      {(runs, { pager }) => <RunList runs={runs} pager={pager} />}
    </ListScreen>
  );
}
