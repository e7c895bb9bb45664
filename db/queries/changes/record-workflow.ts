import { and, eq, sql } from "drizzle-orm";
import { changes, type StepState, type TemplateState, type WorkflowState } from "../../schema/accounts/changes.ts";
import { workflows } from "../../schema/workflows/workflows.ts";
import type { Scope } from "../../scope.ts";
import type { Transaction } from "../../transaction.ts";
import type { StoredStep } from "../workflows/workflow-steps.ts";
import { stepsOf, type WorkflowRow } from "../workflows/workflow-versions.ts";
import { dropIfEmpty, linkChanges, recordChanges } from "./record-changes.ts";

/**
 * Notes an edit of a workflow that the caller has locked: one change of the workflow, and as its children those of the
 * templates of its steps and variants that differ from what was promoted. Pending changes of the feeds and layouts that they use
 * are applied with it. Code-first workflows are not promoted.
 */
export async function recordWorkflow(
  transaction: Transaction,
  scope: Scope,
  creatorId: string,
  workflowId: string,
): Promise<void> {
  const [workflow] = await transaction.select().from(workflows).where(eq(workflows.id, workflowId));
  if (workflow?.type !== "REGULAR") return;
  const steps = await stepsOf(transaction, workflow.versionId);
  const state = workflowState(workflow, steps);
  const recorded = await recordChanges(transaction, scope, creatorId, [{ type: "NotificationTemplate", state }]);
  const parentId = recorded.get(workflowId);
  if (parentId === undefined) return;
  const templates = templateStates(workflow, steps);
  const gone = await abandonedTemplates(transaction, scope, templates, workflowId);
  await recordChanges(
    transaction,
    scope,
    creatorId,
    [...templates, ...gone].map((template) => ({ type: "MessageTemplate", state: template, parentId })),
  );
  const used = templates.flatMap(({ template: { feedId, layoutId }, deleted }) => (deleted ? [] : [feedId, layoutId]));
  await linkChanges(
    transaction,
    scope,
    parentId,
    used.flatMap((id) => id ?? []),
  );
  await dropIfEmpty(transaction, parentId);
}

/** Templates that were recorded for the workflow and are in none of its steps any more, as deleted ones. */
async function abandonedTemplates(
  transaction: Transaction,
  { environmentId }: Scope,
  templates: readonly TemplateState[],
  workflowId: string,
): Promise<TemplateState[]> {
  const present = new Set(templates.map(({ id }) => id));
  const rows = await transaction
    .selectDistinctOn([changes.entityId], { state: changes.state })
    .from(changes)
    .where(
      and(
        eq(changes.environmentId, environmentId),
        eq(changes.type, "MessageTemplate"),
        sql`${changes.state} ->> 'workflowId' = ${workflowId}`,
      ),
    )
    .orderBy(changes.entityId, sql`${changes.recordedAt} desc`);
  return rows.flatMap(({ state }) =>
    state.kind === "template" && !state.deleted && !present.has(state.id) ? [{ ...state, deleted: true }] : [],
  );
}

export const workflowState = (workflow: WorkflowRow, steps: readonly StoredStep[]): WorkflowState => ({
  kind: "workflow",
  id: workflow.id,
  identifier: workflow.identifier,
  name: workflow.name,
  description: workflow.description,
  active: workflow.active,
  critical: workflow.critical,
  type: workflow.type,
  origin: workflow.origin,
  tags: workflow.tags,
  ...(workflow.severity !== "none" && { severity: workflow.severity }),
  preferenceSettings: workflow.preferenceSettings,
  preferencesReadOnly: workflow.preferencesReadOnly,
  notificationGroupId: workflow.notificationGroupId,
  data: workflow.data,
  steps: steps.map(stepState),
  deleted: workflow.deletedAt !== null,
});

function stepState(step: StoredStep): StepState {
  const { stepId, type, name, uuid, active, shouldStopOnFail, outsideHours, replyCallback, filters } = step;
  const { metadata, bridgeStepId, branchId, expiresAfter, integrationIdentifier, controls, issues } = step;
  return {
    stepId,
    type,
    name,
    uuid,
    active,
    shouldStopOnFail,
    outsideHours,
    replyCallback,
    filters,
    metadata,
    bridgeStepId,
    branchId,
    expiresAfter,
    integrationIdentifier,
    controls,
    issues,
    variants: step.variants.map(({ template: _template, ...variant }) => variant),
  };
}

/** The templates of all steps and variants. */
export function templateStates(workflow: WorkflowRow, steps: readonly StoredStep[]): TemplateState[] {
  const common = { kind: "template" as const, workflowId: workflow.id, deleted: workflow.deletedAt !== null };
  return steps.flatMap(({ stepId, template, variants }) => [
    { ...common, id: stepId, template },
    ...variants.map((variant) => ({ ...common, id: variant.variantId, template: variant.template })),
  ]);
}
