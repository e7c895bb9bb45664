import { createFileRoute, stripSearchParams } from "@tanstack/react-router";
import { History } from "#dashboard/features/workflows/versions/history.tsx";
import { VersionSearch } from "#dashboard/features/workflows/versions/version-search.ts";

export const Route = createFileRoute("/_app/workflows/$workflowId/history")({
  validateSearch: VersionSearch,
  search: { middlewares: [stripSearchParams({ view: "definition" })] },
  loader: ({ context: { prefetch, read }, params }) =>
    prefetch(read("v2.workflows.getVersionUsage", params.workflowId)),
  component: HistoryTab,
});

function HistoryTab() {
  const { workflowId } = Route.useParams();
  const { versions, view } = Route.useSearch();
  return <History workflowId={workflowId} versions={versions} view={view} />;
}
