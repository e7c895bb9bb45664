import { MissingObject } from "../../components/missing-object.tsx";
import { useEnvironment } from "../../use-environment.ts";

/** In place of a workflow that the open environment does not have: says whether another one has it. */
export function MissingWorkflow({ workflowId }: { workflowId: string }) {
  const { queriesOf } = useEnvironment();
  return (
    <MissingObject kind="workflow" queryIn={(environmentId) => queriesOf(environmentId).workflows.edit(workflowId)} />
  );
}
