import type { MessageTemplate } from "#contract/workflows/templates.ts";
import { promotedStepIdOf } from "#db/derived-ids.ts";
import { lockWorkflowCopy } from "#db/queries/changes/promoted-copies.ts";
import { moveMessages } from "#db/queries/messages/move-messages.ts";
import { deleteWorkflow, insertUnder, updateWorkflow } from "#db/queries/workflows/save-workflow.ts";
import type { StoredStep } from "#db/queries/workflows/workflow-steps.ts";
import { keepCurrentVersion } from "#db/queries/workflows/workflow-versions.ts";
import { withVersion } from "#db/queries/workflows/workflows.ts";
import type { StepState, WorkflowState } from "#db/schema/accounts/changes.ts";
import type { Transaction } from "#db/transaction.ts";
import { reportChange } from "../workflows/report-workflow.ts";
import { targetFeedId } from "./promote-feed.ts";
import { targetGroupId } from "./promote-group.ts";
import { targetLayoutId } from "./promote-layout.ts";
import type { Promotion } from "./promotion.ts";
import { refusingOther, taken } from "./promotion-conflict.ts";

/** A workflow to copy, with the templates of its steps and variants that go along. */
export interface PromotedWorkflow {
  state: WorkflowState;
  /** By the id of the step or variant. One without a template is left out of the copy. */
  templates: ReadonlyMap<string, MessageTemplate>;
}

/**
 * Creates, changes or deletes the copy of a workflow of `/v1/workflows`: new content is a new version, which triggers from now on follow. The group,
 * feeds and layouts that it needs come along. Returns the copy's id; undefined when there is none then. Throws `conflict` when
 * another workflow of the environment has its identifier, and `not_found` when its group is gone.
 */
export async function promoteWorkflow(
  transaction: Transaction,
  promotion: Promotion,
  { state, templates }: PromotedWorkflow,
): Promise<string | undefined> {
  const { target, userId } = promotion;
  const copy = await lockWorkflowCopy(transaction, promotion, state);
  if (state.deleted) {
    if (copy && copy.deletedAt === null) {
      await deleteWorkflow(transaction, target, copy.id);
      await reportChange(transaction, target, copy.id, copy);
    }
    return undefined;
  }
  await keepCurrentVersion(transaction, state.id);
  const {
    kind: _kind,
    id: parentId,
    identifier,
    steps: stepStates,
    deleted: _deleted,
    definition: _definition,
    ...fields
  } = state;
  const notificationGroupId = await targetGroupId(transaction, promotion, state.notificationGroupId);
  const steps = await copiedSteps(transaction, promotion, stepStates, templates);
  const what = `workflow with identifier ${identifier}`;
  const values = { ...fields, severity: state.severity ?? "none", notificationGroupId };
  const id = await refusingOther(what, async () => {
    if (!copy) {
      const created = { identifier, fields: { ...values, parentId }, creatorId: userId, steps, isKept: true };
      return (await insertUnder(transaction, target, created))?.id;
    }
    const before = await withVersion(transaction, copy);
    const changes = { fields: { ...values, identifier, deletedAt: null }, steps, isKept: true };
    await updateWorkflow(transaction, before, userId, changes);
    await moveMessages(transaction, target, before.steps, steps);
    return copy.id;
  });
  if (id === undefined) throw taken(what);
  await reportChange(transaction, target, id, copy);
  return id;
}

async function copiedSteps(
  transaction: Transaction,
  promotion: Promotion,
  steps: readonly StepState[],
  templates: ReadonlyMap<string, MessageTemplate>,
): Promise<StoredStep[]> {
  const references = await targetReferences(transaction, promotion, [...templates.values()]);
  const idOf = (id: string): string => promotedStepIdOf(promotion.target.environmentId, id);
  const templateOf = (id: string): MessageTemplate | undefined => {
    const template = templates.get(id);
    return template && withReferences(template, references);
  };
  return steps.flatMap(({ stepId, variants, ...step }) => {
    const template = templateOf(stepId);
    if (!template) return [];
    const copies = variants.flatMap(({ variantId, ...variant }) => {
      const ofVariant = templateOf(variantId);
      return ofVariant ? [{ ...variant, variantId: idOf(variantId), template: ofVariant }] : [];
    });
    return [{ ...step, stepId: idOf(stepId), template, variants: copies }];
  });
}

/** Feeds and layouts of the other environment, by the ids of this one's. */
async function targetReferences(
  transaction: Transaction,
  promotion: Promotion,
  templates: readonly MessageTemplate[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const note = (id: string, copy: string | undefined) => copy !== undefined && found.set(id, copy);
  for (const id of new Set(templates.flatMap(({ layoutId }) => layoutId ?? []))) {
    note(id, await targetLayoutId(transaction, promotion, id));
  }
  for (const id of new Set(templates.flatMap(({ feedId }) => feedId ?? []))) {
    note(id, await targetFeedId(transaction, promotion, id));
  }
  return found;
}

function withReferences(
  { feedId, layoutId, ...template }: MessageTemplate,
  references: ReadonlyMap<string, string>,
): MessageTemplate {
  const feed = feedId ? references.get(feedId) : undefined;
  const layout = layoutId ? references.get(layoutId) : undefined;
  return { ...template, ...(feed && { feedId: feed }), ...(layout && { layoutId: layout }) };
}
