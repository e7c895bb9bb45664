import type { Database } from "#db/client.ts";
import { findVersion } from "#db/queries/workflows/list-versions.ts";
import {
  countWaitingByVersion,
  type ExecutedVersion,
  listExecutedVersions,
  versionNumberAt,
  type WaitingVersion,
} from "#db/queries/workflows/version-usage.ts";
import type { StepRow } from "#db/queries/workflows/workflow-steps.ts";
import { stepsOf } from "#db/queries/workflows/workflow-versions.ts";
import type { Scope } from "#db/scope.ts";
import { valuesOf } from "#domain/templates/step-values.ts";
import { isDeepEqual } from "#domain/values/deep-equal.ts";
import type { LoadedWorkflow } from "./load-workflow.ts";
import { identifierOf } from "./plan-steps.ts";

export interface VersionUsage {
  environments: (ExecutedVersion & { originalVersion?: number | undefined })[];
  waiting: WaitingVersion[];
  hasMore: boolean;
}

/** Reads which versions of a workflow and of its copies are executed, and the versions with which runs wait. */
export async function versionUsage(
  db: Database,
  scope: Scope,
  { workflow }: Pick<LoadedWorkflow, "workflow">,
): Promise<VersionUsage> {
  const [executed, { versions: waiting, hasMore }] = await Promise.all([
    listExecutedVersions(db, scope, workflow.parentId ?? workflow.id),
    countWaitingByVersion(db, workflow.id),
  ]);
  const environments = await Promise.all(
    executed.map(async (one) => ({ ...one, originalVersion: await originalVersionOf(db, one) })),
  );
  return { environments, waiting, hasMore };
}

/** The version that a copy was made from: the original's at that time, unless the copy was changed by itself since. */
async function originalVersionOf(
  db: Database,
  { parentId, versionId, since }: ExecutedVersion,
): Promise<number | undefined> {
  const number = parentId === null ? undefined : await versionNumberAt(db, parentId, since);
  if (parentId === null || number === undefined) return undefined;
  const [original, copied] = await Promise.all([findVersion(db, parentId, number), stepsOf(db, versionId)]);
  return original && isDeepEqual(original.steps.map(contentOf), copied.map(contentOf)) ? number : undefined;
}

/** The content of a step without what a copy has of its own: ids, and the layouts and feeds of its environment. */
function contentOf(step: StepRow) {
  const { layoutId: _layout, feedId: _feed, ...values } = valuesOf(step);
  return {
    identifier: identifierOf(step),
    name: step.name,
    type: step.type,
    active: step.active,
    filters: step.filters,
    values,
  };
}
