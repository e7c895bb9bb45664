import type { Workflow } from "#contract/workflows.ts";

/** The name that a trigger calls the workflow by. */
export function identifierOf(workflow: Workflow): string {
  return workflow.triggers[0]?.identifier ?? workflow._id;
}
