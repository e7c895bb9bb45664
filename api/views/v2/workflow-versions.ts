import type { VersionUsage, WorkflowVersion, WorkflowVersionContent } from "#contract/v2/workflow-versions.ts";
import { LIST_COUNT_MAX } from "#db/list-window.ts";
import type { LoadedWorkflow } from "../../services/v2/workflows/load-workflow.ts";
import type { VersionUsage as FoundUsage } from "../../services/v2/workflows/version-usage.ts";
import type { DescribedVersion } from "../../services/v2/workflows/versions.ts";
import { stepsV2View } from "./workflows.ts";

export const workflowVersionView = (
  { version: current }: Pick<LoadedWorkflow, "version">,
  { version, author, changes }: DescribedVersion,
): WorkflowVersion => ({
  version: version.number,
  isCurrent: version.id === current.id,
  isWorkingCopy: version.id === current.id && version.keptAt === null,
  ...(version.name !== null && { name: version.name }),
  createdAt: version.createdAt.toISOString(),
  ...(author && {
    createdBy: { _id: author.id, firstName: author.firstName, ...(author.lastName && { lastName: author.lastName }) },
  }),
  ...(version.restoredFrom !== null && { restoredFrom: version.restoredFrom }),
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

export const versionUsageView = ({ environments, waiting, hasMore }: FoundUsage): VersionUsage => ({
  environments: environments.map(({ environmentId, workflowId, number, since, originalVersion }) => ({
    _environmentId: environmentId,
    _id: workflowId,
    version: number,
    since: since.toISOString(),
    ...(originalVersion !== undefined && { originalVersion }),
  })),
  waiting: waiting.map(({ number, count }) => ({
    version: number,
    count: Math.min(count, LIST_COUNT_MAX),
    isMore: count > LIST_COUNT_MAX,
  })),
  hasMore,
});
