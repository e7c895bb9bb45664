import type { Channel } from "#contract/constants/channels.ts";
import type { Step } from "#contract/workflows/steps.ts";
import type { MessageTemplate } from "#contract/workflows/templates.ts";
import type { Trigger, Workflow } from "#contract/workflows/workflows.ts";
import type { NotificationGroupRow } from "#db/queries/notification-groups/notification-groups.ts";
import type { StepRow } from "#db/queries/workflows/workflow-steps.ts";
import type { ListedStep, VersionRow, VersionWithSteps, WorkflowRow } from "#db/queries/workflows/workflow-versions.ts";
import type { ListedWorkflow } from "#db/queries/workflows/workflows.ts";
import type { StoredVariant } from "#db/schema/workflows/workflow-steps.ts";
import { requestMasked } from "#domain/values/request-secrets.ts";
import { datedFields, ownedFields } from "./fields.ts";
import { integrationStatus } from "./integration-status.ts";

/** A workflow with the templates of its steps. */
export const workflowView = (
  { workflow, version, steps }: VersionWithSteps,
  warnings: ReadonlyMap<string, string> = new Map(),
): Workflow => ({
  ...workflowFields(workflow, version),
  steps: chained(
    steps.map((step) => {
      const warning = warnings.get(step.stepId);
      return { ...stepView(step, workflow), ...(warning && { warnings: [warning] }) };
    }),
  ),
});

/** A workflow as lists show it: of a template only what kind it is. */
export const listedWorkflowView = (
  { workflow, version, steps, group }: ListedWorkflow,
  channels: ReadonlyMap<Channel, { primary: boolean }>,
): Workflow => ({
  ...workflowFields(workflow, version),
  steps: chained(steps.map((step) => ({ ...stepFields(step), template: { _id: step.stepId, type: step.type } }))),
  ...(group && { notificationGroup: groupOfWorkflow(group) }),
  workflowIntegrationStatus: integrationStatus(
    steps.map(({ type }) => type),
    channels,
  ),
});

/** The group of a workflow, in the fields that stand beside it. */
export const groupOfWorkflow = (group: NotificationGroupRow) => ({
  _id: group.id,
  name: group.name,
  _environmentId: group.environmentId,
  _organizationId: group.organizationId,
  ...(group.parentId && { _parentId: group.parentId }),
});

const workflowFields = (workflow: WorkflowRow, version: VersionRow) => ({
  ...ownedFields(workflow),
  name: workflow.name,
  ...(workflow.description !== null && { description: workflow.description }),
  active: workflow.active,
  draft: !workflow.active,
  critical: workflow.critical,
  type: workflow.type,
  origin: workflow.origin,
  isBlueprint: false,
  ...(workflow.blueprintId && { blueprintId: workflow.blueprintId }),
  tags: workflow.tags,
  preferenceSettings: workflow.preferenceSettings,
  triggers: [triggerOf(workflow, version)],
  ...(workflow.data && { data: workflow.data }),
  version: version.number,
  ...(workflow.lastTriggeredAt && { lastTriggeredAt: workflow.lastTriggeredAt.toISOString() }),
  _notificationGroupId: workflow.notificationGroupId,
  _creatorId: workflow.creatorId,
  ...(workflow.parentId && { _parentId: workflow.parentId }),
  deleted: workflow.deletedAt !== null,
  ...datedFields(workflow),
});

const triggerOf = ({ identifier }: WorkflowRow, { variables }: VersionRow): Trigger => ({
  type: "event",
  identifier,
  ...variables,
});

const stepFields = (step: ListedStep): Unchained<Step> => ({
  ...sharedFields(step.stepId, step),
  shouldStopOnFail: step.shouldStopOnFail,
  outsideHours: step.outsideHours,
  replyCallback: step.replyCallback,
  metadata: requestMasked(step.metadata),
  ...(step.bridgeStepId !== null && { stepId: step.bridgeStepId }),
  ...(step.branchId !== null && { branchId: step.branchId }),
  ...(step.expiresAfter !== null && { expiresAfter: step.expiresAfter }),
  ...(step.integrationIdentifier !== null && { integrationIdentifier: step.integrationIdentifier }),
});

const stepView = (step: StepRow, workflow: WorkflowRow): Unchained<Step> => ({
  ...stepFields(step),
  template: templateView(step.stepId, step.template, workflow),
  variants: chained(
    step.variants.map((variant) => ({
      ...sharedFields(variant.variantId, variant),
      template: templateView(variant.variantId, variant.template, workflow),
    })),
  ),
});

const sharedFields = (id: string, { name, uuid, active, filters }: ListedStep | StoredVariant) => ({
  _id: id,
  id,
  _templateId: id,
  ...(name && { name }),
  ...(uuid && { uuid }),
  active,
  type: "REGULAR" as const,
  filters,
});

function templateView(id: string, { feedId, layoutId, mjml, ...template }: MessageTemplate, workflow: WorkflowRow) {
  return {
    ...template,
    ...(mjml !== undefined && { content: mjml }),
    _id: id,
    active: true,
    _feedId: feedId ?? null,
    ...(layoutId && { _layoutId: layoutId }),
    _organizationId: workflow.organizationId,
    _environmentId: workflow.environmentId,
    _creatorId: workflow.creatorId,
  };
}

type Unchained<T> = Omit<T, "_parentId">;

/** Each one names the one before it as its parent. */
function chained<T extends { _id: string }>(items: readonly T[]): (T & { _parentId: string | null })[] {
  return items.map((item, index) => ({ ...item, _parentId: items[index - 1]?._id ?? null }));
}
