import type { Workflow } from "#contract/workflows.ts";

/** Returns the trigger identifier. */
export function identifierOf(workflow: Workflow): string {
  return workflow.triggers[0]?.identifier ?? workflow._id;
}
