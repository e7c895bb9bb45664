import { createFileRoute } from "@tanstack/react-router";
import { TriggerCode } from "../../../../features/workflows/trigger-code.tsx";
import { contextPaths } from "../../../../page-settings.ts";
import { useEnvironment } from "../../../../use-environment.ts";
import { useTestData } from "../../../../use-test-data.ts";

export const Route = createFileRoute("/_app/workflows/$workflowId/code")({
  loader: ({ context: { prefetch, queries }, params }) => prefetch(queries.workflows.testData(params.workflowId)),
  component: CodeTab,
});

function CodeTab() {
  const testData = useTestData();
  const { current } = useEnvironment();
  return (
    <TriggerCode
      testData={testData}
      apiUrl={window.location.origin + contextPaths.api}
      apiKey={current?.apiKeys?.[0]?.key}
    />
  );
}
