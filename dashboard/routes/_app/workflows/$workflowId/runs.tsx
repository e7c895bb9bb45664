import { createFileRoute, stripSearchParams, useNavigate } from "@tanstack/react-router";
import { Suspense } from "react";
import { lazyNamed } from "#dashboard/components/lazy-named.ts";
import { ofWorkflow, RunSearch, runQuery } from "#dashboard/features/activity/run-search.ts";
import { defaultsOf } from "#dashboard/lists/list-search.ts";
import { ListSkeleton } from "#dashboard/lists/list-skeleton.tsx";

// Begun with the tab, beside what its workflow needs.
const loading = import("#dashboard/features/activity/runs-screen.tsx");
const RunsScreen = lazyNamed(() => loading, "RunsScreen");

export const Route = createFileRoute("/_app/workflows/$workflowId/runs")({
  validateSearch: RunSearch,
  search: { middlewares: [stripSearchParams(defaultsOf(RunSearch))] },
  loader: ({ context: { prefetch, read }, params: { workflowId }, location }) =>
    prefetch(read("notifications.list", runQuery(ofWorkflow(RunSearch.parse(location.search), workflowId)))),
  pendingComponent: RunsSkeleton,
  component: WorkflowRunsPage,
});

function WorkflowRunsPage() {
  const { workflowId } = Route.useParams();
  const search = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  return (
    <Suspense fallback={<RunsSkeleton />}>
      <RunsScreen
        search={search}
        onSearch={(next, replace) => void navigate({ search: next, replace })}
        workflowId={workflowId}
      />
    </Suspense>
  );
}

function RunsSkeleton() {
  return <ListSkeleton filters="max-w-3xl" />;
}
