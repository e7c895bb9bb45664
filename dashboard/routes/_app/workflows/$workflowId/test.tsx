import { createFileRoute, getRouteApi } from "@tanstack/react-router";
import { SendTest } from "../../../../features/workflows/send-test.tsx";
import { useApi } from "../../../../use-api.ts";

export const Route = createFileRoute("/_app/workflows/$workflowId/test")({ component: TestTab });

const parent = getRouteApi("/_app/workflows/$workflowId");

function TestTab() {
  const workflow = parent.useLoaderData();
  const api = useApi();
  return <SendTest key={workflow._id} workflow={workflow} onSend={api.events.trigger} />;
}
