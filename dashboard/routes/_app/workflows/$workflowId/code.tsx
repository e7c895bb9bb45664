import { createFileRoute } from "@tanstack/react-router";
import { TriggerCode } from "../../../../features/workflows/trigger-code.tsx";
import { contextPaths } from "../../../../page-settings.ts";
import { useEnvironment } from "../../../../use-environment.ts";
import { useWorkflow } from "../../../../use-workflow.ts";

export const Route = createFileRoute("/_app/workflows/$workflowId/code")({
  loader: ({ context: { prefetch, queries }, params }) => prefetch(queries.workflows.get(params.workflowId)),
  component: CodeTab,
});

function CodeTab() {
  const workflow = useWorkflow();
  const { current } = useEnvironment();
  return (
    <TriggerCode
      workflow={workflow}
      apiUrl={window.location.origin + contextPaths.api}
      apiKey={current?.apiKeys?.[0]?.key}
    />
  );
}
