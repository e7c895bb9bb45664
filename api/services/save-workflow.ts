import type { CreateWorkflow, UpdateWorkflow } from "#contract/workflows.ts";
import type { Database } from "#db/client.ts";
import { findNotificationGroup } from "#db/queries/notification-groups/notification-groups.ts";
import { insertWorkflow, updateWorkflow } from "#db/queries/workflows/save-workflow.ts";
import type { VersionWithSteps } from "#db/queries/workflows/workflow-versions.ts";
import { getWorkflow } from "#db/queries/workflows/workflows.ts";
import type { Scope } from "#db/scope.ts";
import { DomainError } from "#domain/errors.ts";
import { checkSteps } from "./check-steps.ts";
import { requireDevelopment } from "./require-development.ts";

/** A new workflow with version 1. Throws `unauthorized` outside Development, `invalid_input` naming the field. */
export async function createWorkflow(
  db: Database,
  scope: Scope,
  creatorId: string,
  workflow: CreateWorkflow,
): Promise<VersionWithSteps> {
  await requireDevelopment(db, scope);
  await requireGroup(db, scope, workflow.notificationGroupId);
  const { id } = await insertWorkflow(db, scope, creatorId, { ...workflow, steps: checkSteps(workflow.steps) });
  return getWorkflow(db, scope, id);
}

/** Allowed in every environment. Throws `not_found`, `invalid_input` naming the field. */
export async function changeWorkflow(
  db: Database,
  scope: Scope,
  actorId: string,
  id: string,
  { steps, ...changes }: UpdateWorkflow,
): Promise<VersionWithSteps> {
  if (changes.notificationGroupId !== undefined) await requireGroup(db, scope, changes.notificationGroupId);
  await updateWorkflow(db, scope, actorId, id, { ...changes, ...(steps && { steps: checkSteps(steps) }) });
  return getWorkflow(db, scope, id);
}

async function requireGroup(db: Database, scope: Scope, id: string): Promise<void> {
  if (await findNotificationGroup(db, scope, id)) return;
  throw new DomainError(
    "invalid_input",
    `notificationGroupId ${id} names no group of this environment: take one from GET /v1/notification-groups`,
  );
}
