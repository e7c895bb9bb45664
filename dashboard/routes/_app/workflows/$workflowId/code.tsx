import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { QueryResult } from "#dashboard/components/feedback/query-result.tsx";
import { SkeletonCards } from "#dashboard/components/feedback/skeleton.tsx";
import { TriggerCode } from "#dashboard/features/workflows/trigger-code.tsx";
import { contextPaths } from "#dashboard/page-settings.ts";
import { useShownKey } from "#dashboard/shown-key.ts";
import { useEnvironment } from "#dashboard/use-environment.ts";

export const Route = createFileRoute("/_app/workflows/$workflowId/code")({
  loader: ({ context: { prefetch, queries }, params }) => prefetch(queries.workflows.testData(params.workflowId)),
  component: CodeTab,
});

function CodeTab() {
  const { workflowId } = Route.useParams();
  const { queries } = useEnvironment();
  const snippetKey = useShownKey();
  const query = useQuery(queries.workflows.testData(workflowId));
  return (
    <QueryResult query={query} skeleton={<SkeletonCards cards={2} className="h-40" />}>
      {(testData) => (
        <TriggerCode testData={testData} apiUrl={window.location.origin + contextPaths.api} snippetKey={snippetKey} />
      )}
    </QueryResult>
  );
}
