import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { TestData } from "#contract/v2/workflows.ts";
import { useEnvironment } from "./use-environment.ts";

const route = getRouteApi("/_app/workflows/$workflowId");

/** Returns the needs of an event for the workflow of the address, and an example of one. */
export function useTestData(): TestData {
  const { workflowId } = route.useParams();
  const { queries } = useEnvironment();
  return useSuspenseQuery(queries.workflows.testData(workflowId)).data;
}
