import type { CreateWorkflow, UpdateWorkflow } from "#contract/workflows/workflows.ts";
import type { Database } from "#db/client.ts";
import { insertUnder, insertWorkflow, mergeFlags, newWorkflow } from "#db/queries/workflows/save-workflow.ts";
import { hasControlIssues, nextSteps } from "#db/queries/workflows/workflow-steps.ts";
import type { VersionWithSteps } from "#db/queries/workflows/workflow-versions.ts";
import { getWorkflow, lockWorkflow } from "#db/queries/workflows/workflows.ts";
import type { Transaction } from "#db/transaction.ts";
import { refusingTaken } from "#db/unique-violation.ts";
import { DomainError } from "#domain/errors.ts";
import { organizationPlan } from "#events/organization-plan.ts";
import type { AuthoredCall } from "../../caller.ts";
import { noted } from "../audit.ts";
import { requireDevelopment } from "../changes/require-development.ts";
import { requirePlannedWaits } from "../organizations/require-plan.ts";
import { blueprintGroupId, withoutFeeds } from "./blueprint-group.ts";
import { compiledSteps } from "./compiled-steps.ts";
import { requireKnownIds } from "./draft-steps.ts";
import { withStoredHeaders } from "./keep-requests.ts";
import { requireGroup } from "./require-group.ts";
import { requireFeeds } from "./step-feeds.ts";
import { withLayouts } from "./step-layouts.ts";
import { changing, creating, type SaveServices, storeChanges, storeDeletion } from "./store-workflow.ts";

/**
 * A new workflow with version 1. Throws `unauthorized` outside Development, `invalid_input` naming the field, and `not_found` for one
 * from a blueprint that names no group.
 */
export async function createWorkflow(
  services: SaveServices,
  call: AuthoredCall,
  workflow: CreateWorkflow,
): Promise<VersionWithSteps> {
  const { scope, caller } = call;
  const { db } = services;
  await requireDevelopment(db, scope);
  const isFromBlueprint = Boolean(workflow.blueprintId);
  if (!isFromBlueprint) await requireGroup(db, scope, workflow.notificationGroupId);
  const drafts = await compiledSteps(services.mjml, isFromBlueprint ? withoutFeeds(workflow.steps) : workflow.steps);
  await requirePlannedWaits(services, scope, drafts);
  const plan = await organizationPlan(services, scope);
  const id = await creating(db, call, plan, async (transaction) => {
    const notificationGroupId = isFromBlueprint
      ? await blueprintGroupId(transaction, scope, caller.userId, workflow)
      : workflow.notificationGroupId;
    await requireFeeds(transaction, scope, drafts);
    const steps = await withLayouts(transaction, scope, withStoredHeaders(drafts));
    const created = newWorkflow(caller.userId, { ...workflow, notificationGroupId, steps });
    const insert = workflow.identifier === undefined ? insertWorkflow : insertUnder;
    const row = await insert(transaction, scope, created);
    if (!row) throw takenIdentifier(workflow.identifier);
    return row.id;
  });
  return getWorkflow(db, scope, id);
}

/** Allowed in every environment. Throws `not_found`, `invalid_input` naming the field. */
export async function changeWorkflow(
  services: SaveServices,
  call: AuthoredCall,
  id: string,
  { steps, name, preferenceSettings, ...changes }: UpdateWorkflow,
): Promise<VersionWithSteps> {
  const { scope } = call;
  const { db } = services;
  if (changes.notificationGroupId !== undefined) await requireGroup(db, scope, changes.notificationGroupId);
  const drafts = steps && (await compiledSteps(services.mjml, steps));
  if (drafts) await requirePlannedWaits(services, scope, drafts);
  const lock = (transaction: Transaction) => lockWorkflow(transaction, scope, id);
  return changing(db, call, lock, async (transaction, current) => {
    if (current.workflow.type === "BRIDGE") refuseCodeFirst(changes, drafts);
    if (drafts) {
      requireKnownIds(drafts, current.steps);
      await requireFeeds(transaction, scope, drafts);
    }
    const next =
      drafts &&
      nextSteps(
        await withLayouts(transaction, scope, withStoredHeaders(drafts, current.steps), current.steps),
        current.steps,
      );
    const fields = {
      ...changes,
      // An empty name keeps the old one.
      ...(name && { name }),
      ...(preferenceSettings && {
        preferenceSettings: mergeFlags(current.workflow.preferenceSettings, preferenceSettings),
      }),
      ...(next && { hasIssues: hasControlIssues(next) }),
    };
    if (Object.values(fields).every((value) => value === undefined)) throw nothingToUpdate();
    const storing = storeChanges(transaction, call, current, { fields, steps: next });
    await refusingTaken("workflows_environment_identifier", storing, () => takenIdentifier(changes.identifier));
    return getWorkflow(transaction, scope, id);
  });
}

const takenIdentifier = (identifier: string | undefined) =>
  new DomainError(
    "invalid_input",
    `identifier ${identifier} belongs to another workflow of this environment: choose another one`,
  );

const nothingToUpdate = () =>
  new DomainError(
    "invalid_input",
    "Nothing to update: send name, description, identifier, steps, tags, notificationGroupId, critical, preferenceSettings or data",
  );

/** Throws `unauthorized` outside Development, `not_found`, and `invalid_input` when it is so already. */
export async function changeWorkflowStatus(
  db: Database,
  call: AuthoredCall,
  id: string,
  active: boolean,
): Promise<VersionWithSteps> {
  const { scope } = call;
  await requireDevelopment(db, scope);
  const lock = (transaction: Transaction) => lockWorkflow(transaction, scope, id);
  return changing(db, call, lock, async (transaction, current) => {
    if (current.workflow.active === active) {
      const message = `The workflow is ${active ? "active" : "inactive"} already: send the other state`;
      throw new DomainError("invalid_input", message);
    }
    await storeChanges(transaction, call, current, { fields: { active } });
    return getWorkflow(transaction, scope, id);
  });
}

/** Throws `unauthorized` outside Development, and `invalid_input` for an unknown workflow, as clients of this wire expect. */
export async function removeWorkflow(db: Database, call: AuthoredCall, id: string): Promise<void> {
  await requireDevelopment(db, call.scope);
  await noted(db, call, { action: "workflow.deleted", id }, async (transaction) => {
    if (await storeDeletion(transaction, call, id)) return;
    throw new DomainError("invalid_input", `Could not find workflow with id ${id}`);
  });
}

/** Its code says what its steps are, and by which identifier it is found. */
function refuseCodeFirst({ identifier }: Pick<UpdateWorkflow, "identifier">, steps: unknown): void {
  const fields = [...(steps === undefined ? [] : ["steps"]), ...(identifier === undefined ? [] : ["identifier"])];
  if (fields.length === 0) return;
  throw new DomainError(
    "invalid_input",
    fields.map((field) => `${field} cannot be changed here: it is part of the workflow's code. Change that, and sync`),
  );
}
