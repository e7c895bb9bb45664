import type { WorkflowVersion, WorkflowVersionContent } from "#contract/v2/workflow-versions.ts";
import type { LoadedWorkflow } from "../../services/v2/workflows/load-workflow.ts";
import type { DescribedVersion } from "../../services/v2/workflows/versions.ts";
import { stepsV2View } from "./workflows.ts";

export const workflowVersionView = (
  { version: current }: Pick<LoadedWorkflow, "version">,
  { version, author, changes }: DescribedVersion,
): WorkflowVersion => ({
  version: version.number,
  isCurrent: version.id === current.id,
  createdAt: version.createdAt.toISOString(),
  ...(author && {
    createdBy: { _id: author.id, firstName: author.firstName, ...(author.lastName && { lastName: author.lastName }) },
  }),
  changes,
});

/** A version with its steps, as if it were the current one. */
export function workflowVersionContentView(loaded: LoadedWorkflow, shown: DescribedVersion): WorkflowVersionContent {
  const { version, steps } = shown;
  return {
    ...workflowVersionView(loaded, shown),
    steps: stepsV2View({ ...loaded, version, steps }),
    ...(version.payloadSchema && { payloadSchema: version.payloadSchema }),
    validatePayload: version.validatePayload,
  };
}
