import { isDeepStrictEqual } from "node:util";
import type { Plan } from "#contract/constants/plans.ts";
import { enableChangesOf } from "#db/queries/changes/changes.ts";
import { layoutState } from "#db/queries/changes/entity-states.ts";
import {
  listPromotables,
  lockAnyLayout,
  lockAnyWorkflow,
  lockEnvironment,
  type Promotable,
} from "#db/queries/changes/promotable.ts";
import { lockLayoutCopy, lockWorkflowCopy } from "#db/queries/changes/promoted-copies.ts";
import { templateStates, workflowState } from "#db/queries/changes/record-workflow.ts";
import { findEnvironment } from "#db/queries/environments/environments.ts";
import { findFirstChild } from "#db/queries/environments/first-child.ts";
import { findMemberPreferences } from "#db/queries/preferences/member-preferences.ts";
import { stepsOf, type WorkflowRow } from "#db/queries/workflows/workflow-versions.ts";
import { withVersion } from "#db/queries/workflows/workflows.ts";
import type { EntityState } from "#db/schema/accounts/changes.ts";
import type { Scope } from "#db/scope.ts";
import type { Transaction } from "#db/transaction.ts";
import { DomainError, notFound } from "#domain/errors.ts";
import { organizationPlan } from "#events/organization-plan.ts";
import type { AuthoredCall } from "../../caller.ts";
import type { MjmlCompiler } from "../../mjml/mjml-compiler.ts";
import { note } from "../audit.ts";
import { requirePlannedWorkflows } from "../organizations/require-plan.ts";
import { copyWorkflowV2 } from "../v2/workflows/copy-workflow.ts";
import type { SaveServices } from "../workflows/store-workflow.ts";
import { promoteLayout } from "./promote-layout.ts";
import { promoteWorkflow } from "./promote-workflow.ts";
import type { Promotion } from "./promotion.ts";

/** A workflow or layout of the target: when it was changed last. */
interface TargetRow {
  id: string;
  name: string;
  updatedAt: Date;
}

/** The result of publishing one workflow or layout, or what it would be. */
export interface Published {
  resource: Promotable;
  source: TargetRow | null;
  /** The copy before; null when there was none. */
  target: TargetRow | null;
  action: "created" | "updated" | "deleted" | "skipped";
  before: EntityState[];
  after: EntityState[];
  /** Why it was refused; nothing of it is written then. */
  error?: string;
}

export interface PublishOptions {
  target: string;
  source?: string | undefined;
  /** Whether only to find out what would change. */
  dryRun: boolean;
  /** Ids or identifiers; all workflows and layouts when it is left out. */
  only?: readonly string[] | undefined;
}

/**
 * Copies workflows and layouts of one environment to another, each in a transaction of its own; in a dry run each is rolled back.
 * The source is Development unless it is named. Throws `invalid_input` when both are the same, and `not_found` when the
 * organisation does not have one of them.
 */
export async function publishEnvironment(
  services: SaveServices,
  call: AuthoredCall,
  { target: targetId, source: given, dryRun, only }: PublishOptions,
): Promise<{ source: Scope; target: Scope; published: Published[] }> {
  const { db } = services;
  const { scope, caller } = call;
  const { organizationId } = scope;
  const sourceId = given ?? (await findFirstChild(db, organizationId))?.parentId ?? scope.environmentId;
  const ids = [sourceId, targetId];
  for (const id of ids) {
    if (!(await findEnvironment(db, organizationId, id))) {
      throw notFound(`No environment with id ${id} exists in this organization`);
    }
  }
  if (sourceId === targetId) {
    throw new DomainError("invalid_input", "Source and target are the same environment: choose another target");
  }
  const source = { organizationId, environmentId: sourceId };
  const target = { organizationId, environmentId: targetId };
  const promotion = { source, target, userId: caller.userId };
  const plan = await organizationPlan(services, scope);
  const all = await listPromotables(db, source, target);
  const chosen = only ? all.filter(({ id, identifier }) => only.includes(id) || only.includes(identifier)) : all;
  const published: Published[] = [];
  for (const resource of chosen)
    published.push(await publishOne(services, call, promotion, resource, { dryRun, plan }));
  return { source, target, published };
}

/** Ends the transaction of a dry run. */
class RolledBack extends Error {}

async function publishOne(
  { db, mjml }: SaveServices,
  call: AuthoredCall,
  promotion: Promotion,
  resource: Promotable,
  { dryRun, plan }: { dryRun: boolean; plan: Plan },
): Promise<Published> {
  let published: Published = { resource, source: null, target: null, action: "skipped", before: [], after: [] };
  try {
    await db.transaction(async (transaction) => {
      await lockEnvironment(transaction, promotion.target);
      published = await (resource.kind === "layout"
        ? publishLayout(transaction, promotion, resource)
        : publishWorkflow({ transaction, mjml }, promotion, resource, plan));
      if (dryRun) throw new RolledBack();
      if (published.action === "skipped") return;
      const { name, id } = resource;
      const after = { [resource.kind]: published.action, from: promotion.source.environmentId };
      const { environmentId } = promotion.target;
      await note(transaction, call, { action: "environment.published", id, name, environmentId, after });
    });
  } catch (error) {
    if (error instanceof DomainError) return { ...published, action: "skipped", error: error.message };
    if (!(error instanceof RolledBack)) throw error;
  }
  return published;
}

async function publishLayout(transaction: Transaction, promotion: Promotion, resource: Promotable): Promise<Published> {
  const { source, target } = promotion;
  const layout = await lockAnyLayout(transaction, source, resource.id);
  const copy = await lockLayoutCopy(transaction, target, resource.id);
  if (layout) {
    await promoteLayout(transaction, promotion, layoutState(layout));
    await enableChangesOf(transaction, source, [layout.id]);
  }
  const changed = await lockLayoutCopy(transaction, target, resource.id);
  const statesOf = (row: typeof copy) => (row && row.deletedAt === null ? [layoutState(row)] : []);
  return { resource, ...rowsOf(layout, copy), ...outcomeOf(statesOf(copy), statesOf(changed)) };
}

async function publishWorkflow(
  { transaction, mjml }: { transaction: Transaction; mjml: MjmlCompiler },
  promotion: Promotion,
  resource: Promotable,
  plan: Plan,
): Promise<Published> {
  const { source, target } = promotion;
  const workflow = await lockAnyWorkflow(transaction, source, resource.id);
  const copyOf = async () => workflow && (await lockWorkflowCopy(transaction, promotion, workflow));
  const copy = await copyOf();
  const before = await statesOf(transaction, target, copy);
  if (workflow?.origin === "novu-cloud") {
    await copyWorkflowV2({ transaction, mjml }, promotion, await withVersion(transaction, workflow), plan);
  } else if (workflow) {
    const steps = await stepsOf(transaction, workflow.versionId);
    const templates = templateStates(workflow, steps);
    await promoteWorkflow(transaction, promotion, {
      state: workflowState(workflow, steps),
      templates: new Map(templates.map(({ id, template }) => [id, template])),
    });
    const isNew = before.length === 0 && workflow.deletedAt === null;
    if (isNew) await requirePlannedWorkflows(transaction, target, plan.workflows);
    await enableChangesOf(transaction, source, [workflow.id, ...templates.map(({ id }) => id)]);
  }
  const after = await statesOf(transaction, target, await copyOf());
  return { resource, ...rowsOf(workflow, copy), ...outcomeOf(before, after) };
}

/** A workflow with everything that publishing copies; nothing of a deleted one. */
async function statesOf(
  transaction: Transaction,
  scope: Scope,
  workflow: WorkflowRow | undefined,
): Promise<EntityState[]> {
  if (workflow?.deletedAt !== null) return [];
  const { version, steps } = await withVersion(transaction, workflow);
  const state = workflowState(workflow, steps);
  const templates = templateStates(workflow, steps);
  if (workflow.origin !== "novu-cloud") return [state, ...templates];
  const { preferencesEnabled, hasIssues } = workflow;
  const { payloadSchema, validatePayload } = version;
  const userPreferences = await findMemberPreferences(transaction, scope, workflow.id);
  const definition = { preferencesEnabled, hasIssues, payloadSchema, validatePayload, userPreferences };
  return [{ ...state, definition }, ...templates];
}

type Row = TargetRow & { deletedAt: Date | null };

const rowsOf = (source: Row | undefined, target: Row | undefined): Pick<Published, "source" | "target"> => ({
  source: source && source.deletedAt === null ? source : null,
  target: target && target.deletedAt === null ? target : null,
});

function outcomeOf(before: EntityState[], after: EntityState[]): Pick<Published, "action" | "before" | "after"> {
  if (before.length === 0) return { action: after.length === 0 ? "skipped" : "created", before, after };
  if (after.length === 0) return { action: "deleted", before, after };
  return { action: isDeepStrictEqual(before, after) ? "skipped" : "updated", before, after };
}
