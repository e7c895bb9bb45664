import type { MessageTemplate } from "#contract/workflows/templates.ts";
import {
  type ChangeRow,
  enableChanges,
  knownChanges,
  lockChange,
  lockChildEnvironment,
  lockChildren,
  promotedStates,
} from "#db/queries/changes/changes.ts";
import { countWorkflows } from "#db/queries/workflows/workflows.ts";
import type { EntityState, WorkflowState } from "#db/schema/accounts/changes.ts";
import type { Transaction } from "#db/transaction.ts";
import { organizationPlan, type PlanServices } from "#events/organization-plan.ts";
import type { AuthoredCall } from "../../caller.ts";
import { note } from "../audit.ts";
import { requirePlannedWorkflows } from "../organizations/require-plan.ts";
import { promoteFeed } from "./promote-feed.ts";
import { promoteGroup } from "./promote-group.ts";
import { promoteLayout } from "./promote-layout.ts";
import { promoteTranslation, promoteTranslationGroup } from "./promote-translations.ts";
import { promoteWorkflow } from "./promote-workflow.ts";
import type { Promotion } from "./promotion.ts";
import { refuseUnapproved } from "./require-approval.ts";

/**
 * Applies a change to the child environment, after those that belong to it, in one transaction: when something of it is refused, all
 * of them stay pending. Applying one again promotes the same state again. Returns the applied changes in that order. Throws
 * `not_found` for an unknown change, or in an environment without a child, and `conflict` where the other environment has something of
 * its own in the place, or requires approval.
 */
export async function applyChange(services: PlanServices, call: AuthoredCall, id: string): Promise<ChangeRow[]> {
  const { scope, caller } = call;
  const { workflows: allowed } = await organizationPlan(services, scope);
  return services.db.transaction(async (transaction) => {
    const known = await knownChanges(transaction, scope, [id]);
    if (known.length === 0) await lockChange(transaction, scope, id);
    // Before the change: all who apply hold the environment first, so that none waits for another in a circle.
    const target = await lockChildEnvironment(transaction, scope);
    await refuseUnapproved(transaction, target);
    const change = await lockChange(transaction, scope, id);
    const family = await withDescendants(transaction, change);
    const applied = await enableChanges(
      transaction,
      family.map((one) => one.id),
    );
    const before = allowed === null ? 0 : await countWorkflows(transaction, target);
    await promoteAll(transaction, { source: scope, target, userId: caller.userId }, applied);
    const isMore = allowed !== null && (await countWorkflows(transaction, target)) > before;
    if (isMore) await requirePlannedWorkflows(transaction, target, allowed);
    const after = {
      environmentId: target.environmentId,
      changes: applied.map(({ type, entityId }) => ({ type, entityId })),
    };
    await note(transaction, call, { action: "change.applied", id, after });
    return applied;
  });
}

/** Applies changes one after the other, oldest first, until one is refused; those before stay applied. Unknown ids are passed over. */
export async function applyChanges(
  services: PlanServices,
  call: AuthoredCall,
  ids: readonly string[],
): Promise<ChangeRow[][]> {
  const applied: ChangeRow[][] = [];
  for (const id of await knownChanges(services.db, call.scope, ids)) {
    applied.push(await applyChange(services, call, id));
  }
  return applied;
}

/** Children before parents, and older ones first. */
async function withDescendants(transaction: Transaction, change: ChangeRow): Promise<ChangeRow[]> {
  const family: ChangeRow[] = [];
  for (const child of await lockChildren(transaction, change)) {
    family.push(...(await withDescendants(transaction, child)));
  }
  return [...family, change];
}

async function promoteAll(
  transaction: Transaction,
  promotion: Promotion,
  applied: readonly ChangeRow[],
): Promise<void> {
  const states = await promotedStates(
    transaction,
    promotion.source,
    applied.map(({ entityId }) => entityId),
  );
  // A workflow is written once, with all its templates.
  const whole = new Set(applied.flatMap(({ type, entityId }) => (type === "NotificationTemplate" ? [entityId] : [])));
  for (const { entityId } of applied) {
    const state = states.get(entityId);
    if (state?.kind === "template") {
      if (!whole.has(state.workflowId)) await promoteWorkflowOf(transaction, promotion, state.workflowId);
    } else if (state) await promoteState(transaction, promotion, state);
  }
}

async function promoteState(
  transaction: Transaction,
  promotion: Promotion,
  state: Exclude<EntityState, { kind: "template" }>,
): Promise<void> {
  switch (state.kind) {
    case "group":
      await promoteGroup(transaction, promotion, state);
      return;
    case "feed":
      await promoteFeed(transaction, promotion, state);
      return;
    case "layout":
      await promoteLayout(transaction, promotion, state);
      return;
    case "translation_group":
      await promoteTranslationGroup(transaction, promotion, state);
      return;
    case "translation":
      await promoteTranslation(transaction, promotion, state);
      return;
    case "workflow":
      await promoteWorkflow(transaction, promotion, {
        state,
        templates: await promotedTemplates(transaction, promotion, state),
      });
      return;
  }
}

/** Brings the templates of a workflow up to date, as far as the workflow itself was promoted. */
async function promoteWorkflowOf(transaction: Transaction, promotion: Promotion, workflowId: string): Promise<void> {
  const state = (await promotedStates(transaction, promotion.source, [workflowId])).get(workflowId);
  if (state?.kind === "workflow") await promoteState(transaction, promotion, state);
}

/** Templates that were promoted, by the id of their step or variant. */
async function promotedTemplates(
  transaction: Transaction,
  { source }: Promotion,
  { steps }: WorkflowState,
): Promise<Map<string, MessageTemplate>> {
  const ids = steps.flatMap(({ stepId, variants }) => [stepId, ...variants.map(({ variantId }) => variantId)]);
  const states = await promotedStates(transaction, source, ids);
  const templates = new Map<string, MessageTemplate>();
  for (const [id, state] of states) {
    if (state.kind === "template" && !state.deleted) templates.set(id, state.template);
  }
  return templates;
}
