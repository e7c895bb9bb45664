import type { MjmlCompiler } from "#api/mjml/mjml-compiler.ts";
import type { Plan } from "#contract/constants/plans.ts";
import { promotedStepIdOf } from "#db/derived-ids.ts";
import { lockWorkflowCopy } from "#db/queries/changes/promoted-copies.ts";
import { findLayoutByReference } from "#db/queries/layouts/find-layout.ts";
import { findMemberPreferences, saveMemberPreferences } from "#db/queries/preferences/member-preferences.ts";
import { deleteWorkflow, insertUnder, updateWorkflow } from "#db/queries/workflows/save-workflow.ts";
import type { WorkflowRow } from "#db/queries/workflows/workflow-versions.ts";
import { keepCurrentVersion, type VersionWithSteps } from "#db/queries/workflows/workflow-versions.ts";
import { withVersion } from "#db/queries/workflows/workflows.ts";
import type { Transaction } from "#db/transaction.ts";
import { isUuid } from "#domain/values/uuid.ts";
import { targetFeedId } from "../../changes/promote-feed.ts";
import { targetGroupId } from "../../changes/promote-group.ts";
import { targetLayoutId } from "../../changes/promote-layout.ts";
import type { Promotion } from "../../changes/promotion.ts";
import { refusingOther, taken } from "../../changes/promotion-conflict.ts";
import { requirePlannedWorkflows } from "../../organizations/require-plan.ts";
import { reportChange } from "../../workflows/report-workflow.ts";
import { buildSteps } from "./build-steps.ts";
import { changedPlan, identifierOf, type StepPlan, type VariantPlan } from "./plan-steps.ts";
import { MADE_OF_CONTROLS } from "./save-workflow.ts";

/**
 * Makes the copy of a workflow of `/v2/workflows` the same as it, its deletion included. The copy and its steps keep their ids; steps
 * are the same by their identifiers. Returns the copy's id; undefined when there is none then. The caller holds the target environment
 * and the workflow. Throws `conflict` when a workflow of the target has its identifier that is not its copy, and `invalid_input` for
 * more workflows than the plan allows.
 */
export async function copyWorkflowV2(
  { transaction, mjml }: { transaction: Transaction; mjml: MjmlCompiler },
  promotion: Promotion,
  original: VersionWithSteps,
  plan: Pick<Plan, "waitDays" | "workflows">,
): Promise<string | undefined> {
  const { source, target, userId } = promotion;
  const { workflow, version } = original;
  const { id: parentId, identifier } = workflow;
  const row = await lockWorkflowCopy(transaction, promotion, workflow);
  const isThere = row !== undefined && row.deletedAt === null;
  if (workflow.deletedAt !== null) {
    // One of its identifier that is not its copy stays.
    if (!isThere || row.parentId !== parentId) return undefined;
    await deleteWorkflow(transaction, target, row.id);
    await reportChange(transaction, target, row.id, row);
    return undefined;
  }
  await keepCurrentVersion(transaction, parentId);
  const copy = row && (await withVersion(transaction, row));
  const plans = await copiedPlans(transaction, promotion, original, copy);
  const payload = { payloadSchema: version.payloadSchema, validatePayload: version.validatePayload };
  const steps = await buildSteps({ transaction, mjml }, target, { plans, waitDays: plan.waitDays, ...payload });
  const what = `workflow with identifier ${identifier}`;
  const id = await refusingOther(what, async () => {
    const fields = { ...fieldsOf(workflow), parentId };
    if (copy) {
      const changed = { ...fields, identifier, deletedAt: null };
      await updateWorkflow(transaction, copy, userId, { fields: changed, steps, payload, isKept: true });
      return copy.workflow.id;
    }
    const notificationGroupId = await targetGroupId(transaction, promotion, workflow.notificationGroupId);
    const created = { ...MADE_OF_CONTROLS, ...fields, notificationGroupId };
    const copied = { identifier, fields: created, creatorId: userId, steps, payload, isKept: true };
    return (await insertUnder(transaction, target, copied))?.id;
  });
  if (id === undefined) throw taken(what);
  if (!isThere) await requirePlannedWorkflows(transaction, target, plan.workflows);
  await saveMemberPreferences(transaction, target, id, await findMemberPreferences(transaction, source, parentId));
  await reportChange(transaction, target, id, row);
  return id;
}

const fieldsOf = (workflow: WorkflowRow) => ({
  name: workflow.name,
  description: workflow.description,
  tags: workflow.tags,
  active: workflow.active,
  hasIssues: workflow.hasIssues,
  severity: workflow.severity,
  preferenceSettings: workflow.preferenceSettings,
  preferencesReadOnly: workflow.preferencesReadOnly,
  preferencesEnabled: workflow.preferencesEnabled,
  critical: workflow.critical,
});

async function copiedPlans(
  transaction: Transaction,
  promotion: Promotion,
  { steps }: VersionWithSteps,
  copy: VersionWithSteps | undefined,
): Promise<StepPlan[]> {
  const known = new Map(copy?.steps.map((step) => [identifierOf(step), step.stepId]));
  const idOf = (id: string): string => promotedStepIdOf(promotion.target.environmentId, id);
  const plans: StepPlan[] = [];
  for (const step of steps) {
    const { previous: _stored, ...plan } = changedPlan(step);
    const variants: VariantPlan[] = [];
    for (const { previous: _variant, ...variant } of plan.variants) {
      const values = await withTargetReferences(transaction, promotion, plan.type, variant.values);
      variants.push({ ...variant, id: variant.id && idOf(variant.id), values });
    }
    plans.push({
      ...plan,
      id: known.get(plan.identifier) ?? idOf(step.stepId),
      values: await withTargetReferences(transaction, promotion, plan.type, plan.values),
      variants,
    });
  }
  return plans;
}

/** Control values with the layout and feed of the other environment: a layout as it was named, where that names it there, too. */
async function withTargetReferences(
  transaction: Transaction,
  promotion: Promotion,
  type: StepPlan["type"],
  values: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const { layoutId, feedId } = values;
  if (type === "in_app" && typeof feedId === "string" && isUuid(feedId)) {
    const target = await targetFeedId(transaction, promotion, feedId);
    return target === undefined ? values : { ...values, feedId: target };
  }
  if (type !== "email" || typeof layoutId !== "string" || layoutId === "") return values;
  const found = await findLayoutByReference(transaction, promotion.source, layoutId);
  const target = found && (await targetLayoutId(transaction, promotion, found));
  if (!target) return values;
  const named = await findLayoutByReference(transaction, promotion.target, layoutId);
  return named === target ? values : { ...values, layoutId: target };
}
