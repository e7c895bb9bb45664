import { MissingObject } from "#dashboard/components/feedback/missing-object.tsx";
import { useEnvironment } from "#dashboard/use-environment.ts";

/** In place of a workflow that the open environment does not have: says whether another one has it. */
export function MissingWorkflow({ workflowId }: { workflowId: string }) {
  const { readIn } = useEnvironment();
  return (
    <MissingObject
      kind="workflow"
      queryIn={(environmentId) => readIn(environmentId)("v2.workflows.edited", workflowId)}
    />
  );
}
