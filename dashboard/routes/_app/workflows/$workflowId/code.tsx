import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { QueryResult } from "../../../../components/query-result.tsx";
import { SkeletonCards } from "../../../../components/skeleton.tsx";
import { TriggerCode } from "../../../../features/workflows/trigger-code.tsx";
import { contextPaths } from "../../../../page-settings.ts";
import { useShownKey } from "../../../../shown-key.ts";
import { useEnvironment } from "../../../../use-environment.ts";

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
