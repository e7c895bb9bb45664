import { createFileRoute } from "@tanstack/react-router";
import { SendTest } from "../../../../features/workflows/send-test.tsx";
import { useEnvironment } from "../../../../use-environment.ts";
import { useWorkflow } from "../../../../use-workflow.ts";

export const Route = createFileRoute("/_app/workflows/$workflowId/test")({ component: TestTab });

function TestTab() {
  const workflow = useWorkflow();
  const { mutations } = useEnvironment();
  return <SendTest key={workflow._id} workflow={workflow} mutation={mutations.triggerEvent()} />;
}
