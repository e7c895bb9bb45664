import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { Workflow } from "#contract/workflows.ts";
import { useEnvironment } from "./use-environment.ts";

const route = getRouteApi("/_app/workflows/$workflowId");

/** The workflow of the address, for the tabs of its screen, which are rendered once it is loaded. */
export function useWorkflow(): Workflow {
  const { workflowId } = route.useParams();
  const { queries } = useEnvironment();
  return useSuspenseQuery(queries.workflows.get(workflowId)).data;
}
