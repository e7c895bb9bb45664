import type { Plan } from "#contract/constants/plans.ts";
import { promotedStepIdOf } from "#db/derived-ids.ts";
import { lockWorkflowCopy } from "#db/queries/changes/promoted-copies.ts";
import { findLayoutByReference } from "#db/queries/layouts/find-layout.ts";
import { findMemberPreferences, saveMemberPreferences } from "#db/queries/preferences/member-preferences.ts";
import type { VersionWithSteps } from "#db/queries/workflows/workflow-versions.ts";
import {
  deleteWorkflowV2,
  insertUnder,
  updateWorkflowV2,
  type WorkflowFields,
  withVersion,
} from "#db/queries/workflows/workflows-v2.ts";
import type { Transaction } from "#db/transaction.ts";
import { targetGroupId } from "../../changes/promote-group.ts";
import { targetLayoutId } from "../../changes/promote-layout.ts";
import type { Promotion } from "../../changes/promotion.ts";
import { refusingOther, taken } from "../../changes/promotion-conflict.ts";
import { requirePlannedWorkflows } from "../../organizations/require-plan.ts";
import { reportChange } from "../../workflows/report-workflow.ts";
import { buildSteps, type StepPlan } from "./build-steps.ts";
import { identifierOf, planOf } from "./plan-steps.ts";

/**
 * Makes the copy of a workflow of `/v2/workflows` the same as it, its deletion included. The copy and its steps keep their ids; steps
 * are the same by their identifiers. Returns the copy's id; undefined when there is none then. The caller holds the target environment
 * and the workflow. Throws `conflict` when a workflow of the target has its identifier that is not its copy, and `invalid_input` for
 * more workflows than the plan allows.
 */
export async function copyWorkflowV2(
  transaction: Transaction,
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
    await deleteWorkflowV2(transaction, target, row.id);
    await reportChange(transaction, target, row.id, row);
    return undefined;
  }
  const copy = row && (await withVersion(transaction, row));
  const plans = await copiedPlans(transaction, promotion, original, copy);
  const payload = { payloadSchema: version.payloadSchema, validatePayload: version.validatePayload };
  const steps = await buildSteps(transaction, target, { plans, waitDays: plan.waitDays, ...payload });
  const what = `workflow with identifier ${identifier}`;
  const id = await refusingOther(what, async () => {
    const fields = fieldsOf(workflow);
    if (copy) {
      const copied = { parentId, identifier };
      await updateWorkflowV2(transaction, copy, userId, { fields, copied, steps, payload });
      return copy.workflow.id;
    }
    const notificationGroupId = await targetGroupId(transaction, promotion, workflow.notificationGroupId);
    const created = { identifier, fields, notificationGroupId, creatorId: userId, parentId, steps, ...payload };
    return insertUnder(transaction, target, created);
  });
  if (id === undefined) throw taken(what);
  if (!isThere) await requirePlannedWorkflows(transaction, target, plan.workflows);
  await saveMemberPreferences(transaction, target, id, await findMemberPreferences(transaction, source, parentId));
  await reportChange(transaction, target, id, row);
  return id;
}

const fieldsOf = (workflow: WorkflowFields): WorkflowFields => ({
  name: workflow.name,
  description: workflow.description,
  tags: workflow.tags,
  active: workflow.active,
  hasIssues: workflow.hasIssues,
  severity: workflow.severity,
  preferenceSettings: workflow.preferenceSettings,
  preferencesReadOnly: workflow.preferencesReadOnly,
  preferencesEnabled: workflow.preferencesEnabled,
});

async function copiedPlans(
  transaction: Transaction,
  promotion: Promotion,
  { steps }: VersionWithSteps,
  copy: VersionWithSteps | undefined,
): Promise<StepPlan[]> {
  const known = new Map(copy?.steps.map((step) => [identifierOf(step), step.stepId]));
  const plans: StepPlan[] = [];
  for (const step of steps) {
    const plan = planOf(step);
    const id = known.get(plan.identifier) ?? promotedStepIdOf(promotion.target.environmentId, step.stepId);
    plans.push({ ...plan, id, values: await withTargetLayout(transaction, promotion, plan) });
  }
  return plans;
}

/** The control values of an email with the layout of the other environment: as it was named, where that names it there, too. */
async function withTargetLayout(
  transaction: Transaction,
  promotion: Promotion,
  { type, values }: StepPlan,
): Promise<Record<string, unknown>> {
  const { layoutId: given } = values;
  if (type !== "email" || typeof given !== "string" || given === "") return values;
  const layoutId = await findLayoutByReference(transaction, promotion.source, given);
  const targetId = layoutId && (await targetLayoutId(transaction, promotion, layoutId));
  if (!targetId) return values;
  const named = await findLayoutByReference(transaction, promotion.target, given);
  return named === targetId ? values : { ...values, layoutId: targetId };
}
