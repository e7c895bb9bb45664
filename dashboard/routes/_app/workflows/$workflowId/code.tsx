import { createFileRoute, getRouteApi } from "@tanstack/react-router";
import { TriggerCode } from "../../../../features/workflows/trigger-code.tsx";
import { useEnvironments } from "../../../../use-environments.ts";

export const Route = createFileRoute("/_app/workflows/$workflowId/code")({ component: CodeTab });

const parent = getRouteApi("/_app/workflows/$workflowId");

function CodeTab() {
  const workflow = parent.useLoaderData();
  const { environments, environmentId } = useEnvironments();
  const environment = environments.find(({ _id }) => _id === environmentId);
  return <TriggerCode workflow={workflow} origin={window.location.origin} apiKey={environment?.apiKeys?.[0]?.key} />;
}
