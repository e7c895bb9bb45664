import { createFileRoute } from "@tanstack/react-router";
import { contextPaths } from "#dashboard/app/page-settings.ts";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { SkeletonCards } from "#dashboard/components/feedback/skeleton.tsx";
import { useRead } from "#dashboard/data/use-read.ts";
import { TriggerCode } from "#dashboard/features/workflows/trigger-code.tsx";
import { useShownKey } from "#dashboard/shown-key.ts";

export const Route = createFileRoute("/_app/workflows/$workflowId/code")({
  loader: ({ context: { prefetch, read }, params }) => prefetch(read("v2.workflows.getTestData", params.workflowId)),
  component: CodeTab,
});

function CodeTab() {
  const { workflowId } = Route.useParams();
  const snippetKey = useShownKey();
  const query = useRead("v2.workflows.getTestData", workflowId);
  return (
    <QueryResult query={query} skeleton={<SkeletonCards cards={2} className="h-40" />}>
      {(testData) => (
        <TriggerCode testData={testData} apiUrl={window.location.origin + contextPaths.api} snippetKey={snippetKey} />
      )}
    </QueryResult>
  );
}
