import type { CreateWorkflow, UpdateWorkflow } from "#contract/workflows/workflows.ts";
import type { Database } from "#db/client.ts";
import { recordWorkflow } from "#db/queries/changes/record-workflow.ts";
import { moveMessages } from "#db/queries/messages/move-messages.ts";
import { insertWorkflow, lockWorkflow, updateWorkflow } from "#db/queries/workflows/save-workflow.ts";
import type { VersionWithSteps } from "#db/queries/workflows/workflow-versions.ts";
import { deleteWorkflow, getWorkflow, setWorkflowActive } from "#db/queries/workflows/workflows.ts";
import type { Scope } from "#db/scope.ts";
import type { Transaction } from "#db/transaction.ts";
import { DomainError } from "#domain/errors.ts";
import { organizationPlan, type PlanServices } from "#events/organization-plan.ts";
import type { CallContext, KeyCaller, MemberCaller } from "../../caller.ts";
import type { MjmlCompiler } from "../../mjml/mjml-compiler.ts";
import { noted } from "../audit.ts";
import { requireDevelopment } from "../changes/require-development.ts";
import { holdPlannedWorkflows, requirePlannedWaits, requirePlannedWorkflows } from "../organizations/require-plan.ts";
import { blueprintGroupId, withoutFeeds } from "./blueprint-group.ts";
import { compiledSteps } from "./compiled-steps.ts";
import { requireKnownIds } from "./draft-steps.ts";
import { withStoredHeaders } from "./keep-requests.ts";
import { reportDeleted, reportSaved } from "./report-workflow.ts";
import { requireGroup } from "./require-group.ts";
import { requireFeeds } from "./step-feeds.ts";
import { withLayouts } from "./step-layouts.ts";

/** Only a person can be the author of a workflow. */
type AuthoredCall = CallContext<KeyCaller | MemberCaller>;

interface Services extends PlanServices {
  mjml: MjmlCompiler;
}

/**
 * A new workflow with version 1. Throws `unauthorized` outside Development, `invalid_input` naming the field, and `not_found` for one
 * from a blueprint that names no group.
 */
export async function createWorkflow(
  services: Services,
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
  const create = async (transaction: Transaction) => {
    await holdPlannedWorkflows(transaction, scope, plan.workflows);
    const notificationGroupId = isFromBlueprint
      ? await blueprintGroupId(transaction, scope, caller.userId, workflow)
      : workflow.notificationGroupId;
    await requireFeeds(transaction, scope, drafts);
    const steps = await withLayouts(transaction, scope, withStoredHeaders(drafts));
    const { id } = await insertWorkflow(transaction, scope, caller.userId, { ...workflow, notificationGroupId, steps });
    await requirePlannedWorkflows(transaction, scope, plan.workflows);
    await recordWorkflow(transaction, scope, caller.userId, id);
    return reported(transaction, scope, "workflow.created", id);
  };
  return noted(db, call, { action: "workflow.created" }, create, ({ workflow: { id } }) => id);
}

/** Allowed in every environment. Throws `not_found`, `invalid_input` naming the field. */
export async function changeWorkflow(
  services: Services,
  call: AuthoredCall,
  id: string,
  { steps, ...changes }: UpdateWorkflow,
): Promise<VersionWithSteps> {
  const { scope, caller } = call;
  const { db } = services;
  if (changes.notificationGroupId !== undefined) await requireGroup(db, scope, changes.notificationGroupId);
  const drafts = steps && (await compiledSteps(services.mjml, steps));
  if (drafts) await requirePlannedWaits(services, scope, drafts);
  return noted(db, call, { action: "workflow.updated", id }, async (transaction) => {
    const current = await lockWorkflow(transaction, scope, id);
    if (current.workflow.type === "BRIDGE") refuseCodeFirst(changes, drafts);
    if (drafts) requireKnownIds(drafts, current.steps);
    if (drafts) await requireFeeds(transaction, scope, drafts);
    const next =
      drafts && (await withLayouts(transaction, scope, withStoredHeaders(drafts, current.steps), current.steps));
    const { versionId } = await updateWorkflow(transaction, current, caller.userId, { ...changes, steps: next });
    if (next) await moveMessages(transaction, scope, current.steps, versionId);
    await recordWorkflow(transaction, scope, caller.userId, id);
    return reported(transaction, scope, "workflow.updated", id);
  });
}

/** Throws `unauthorized` outside Development, `not_found`, and `invalid_input` when it is so already. */
export async function changeWorkflowStatus(
  db: Database,
  call: AuthoredCall,
  id: string,
  active: boolean,
): Promise<VersionWithSteps> {
  const { scope, caller } = call;
  await requireDevelopment(db, scope);
  return noted(db, call, { action: "workflow.updated", id }, async (transaction) => {
    await setWorkflowActive(transaction, scope, id, active);
    await recordWorkflow(transaction, scope, caller.userId, id);
    return reported(transaction, scope, "workflow.updated", id);
  });
}

/** Throws `unauthorized` outside Development, and `invalid_input` for an unknown workflow. */
export async function removeWorkflow(db: Database, call: AuthoredCall, id: string): Promise<void> {
  const { scope, caller } = call;
  await requireDevelopment(db, scope);
  await noted(db, call, { action: "workflow.deleted", id }, async (transaction) => {
    await deleteWorkflow(transaction, scope, id);
    await recordWorkflow(transaction, scope, caller.userId, id);
    await reportDeleted(transaction, scope, [id]);
  });
}

/** Reads the workflow, and stores for webhook endpoints that it was saved. */
async function reported(
  transaction: Transaction,
  scope: Scope,
  type: "workflow.created" | "workflow.updated",
  id: string,
): Promise<VersionWithSteps> {
  const saved = await getWorkflow(transaction, scope, id);
  await reportSaved(transaction, scope, type, saved.workflow);
  return saved;
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
