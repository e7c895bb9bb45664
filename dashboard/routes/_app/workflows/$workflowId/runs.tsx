import { createFileRoute, stripSearchParams, useNavigate } from "@tanstack/react-router";
import { ofWorkflow, RunSearch, runQuery } from "#dashboard/features/activity/run-search.ts";
import { RunsScreen } from "#dashboard/features/activity/runs-screen.tsx";
import { defaultsOf } from "#dashboard/lists/list-search.ts";
import { ListSkeleton } from "#dashboard/lists/list-skeleton.tsx";

export const Route = createFileRoute("/_app/workflows/$workflowId/runs")({
  validateSearch: RunSearch,
  search: { middlewares: [stripSearchParams(defaultsOf(RunSearch))] },
  loader: ({ context: { prefetch, read }, params: { workflowId }, location }) =>
    prefetch(read("notifications.list", runQuery(ofWorkflow(RunSearch.parse(location.search), workflowId)))),
  pendingComponent: () => <ListSkeleton filters="max-w-3xl" />,
  component: WorkflowRunsPage,
});

function WorkflowRunsPage() {
  const { workflowId } = Route.useParams();
  const search = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  return (
    <RunsScreen
      search={search}
      onSearch={(next, replace) => void navigate({ search: next, replace })}
      workflowId={workflowId}
    />
  );
}
