import type { Plan } from "#contract/constants/plans.ts";
import type { StepV2, WorkflowStatus, WorkflowV2 } from "#contract/v2/workflows.ts";
import { DATA_SCHEMAS, UI_SCHEMAS } from "#contract/workflows/step-controls.ts";
import type { StepRow } from "#db/queries/workflows/workflow-steps.ts";
import type { VersionRow, WorkflowRow } from "#db/queries/workflows/workflow-versions.ts";
import { partsOf } from "#domain/conditions/conditions.ts";
import { completePreferences, workflowPreferences } from "#domain/preferences.ts";
import { branchFilters } from "#domain/steps/metadata-texts.ts";
import type { FoundVariable } from "#domain/templates/find-variables.ts";
import { valuesOf } from "#domain/templates/step-values.ts";
import { isPlainObject } from "#domain/values/plain-object.ts";
import { requestMasked } from "#domain/values/request-secrets.ts";
import { idSlug } from "#domain/values/short-id.ts";
import { controlledTypeOf } from "../../controls/alternatives.ts";
import { variablesOf } from "../../controls/control-issues.ts";
import { stepVariables } from "../../controls/step-variables.ts";
import { bridgeStepIssues, controlSchema } from "../../services/bridge/control-faults.ts";
import type { LoadedWorkflow } from "../../services/v2/workflows/load-workflow.ts";
import { identifierOf } from "../../services/v2/workflows/plan-steps.ts";
import { datedFields } from "../fields.ts";

/** A workflow as `/v2/workflows` shows it, with its issues by the plan. */
export function workflowV2View(loaded: LoadedWorkflow, plan: Pick<Plan, "steps">): WorkflowV2 {
  const { workflow, version, steps, user } = loaded;
  const issues = workflowIssues(steps, plan);
  const { all, channels } = completePreferences(workflowPreferences(workflow));
  return {
    ...itemFields(workflow),
    ...(workflow.description !== null && { description: workflow.description }),
    active: workflow.active,
    version: version.number,
    preferences: { user, default: { all: { ...all, readOnly: all.readOnly || workflow.critical }, channels } },
    steps: stepsV2View(loaded),
    ...(issues && { issues }),
    ...(version.payloadSchema && { payloadSchema: version.payloadSchema }),
    validatePayload: version.validatePayload,
    isTranslationEnabled: false,
  };
}

/** Returns the issues of a workflow as a whole, by the field that they are about; undefined where it has none. */
function workflowIssues(steps: readonly StepRow[], plan: Pick<Plan, "steps">): WorkflowV2["issues"] {
  if (plan.steps === null || steps.length <= plan.steps) return undefined;
  const message = `Your plan allows ${plan.steps} steps in a workflow, this one has ${steps.length}: remove some, or change the plan`;
  return { steps: [{ issueType: "LIMIT_REACHED", message }] };
}

/** All steps. Each knows the variables of all, which are looked for once: each template is parsed for that. */
export function stepsV2View(loaded: LoadedWorkflow): StepV2[] {
  const used = usedVariables(loaded.version, loaded.steps);
  return loaded.steps.map((step) => stepV2View(loaded, step, used));
}

export function stepV2View(
  { workflow, version, steps, bridged, env }: LoadedWorkflow,
  step: StepRow,
  used = usedVariables(version, steps),
): StepV2 {
  const values = step.bridgeStepId === null ? valuesOf(step) : (bridged[step.bridgeStepId] ?? {});
  const shown = {
    ...(step.type === "email" && { subject: "" }),
    ...(step.type === "http" ? requestMasked(values) : values),
  };
  const type = typeView(step.type);
  const earlier = steps.slice(0, steps.indexOf(step)).map((row) => ({ identifier: identifierOf(row), type: row.type }));
  return {
    _id: step.stepId,
    stepId: identifierOf(step),
    slug: slugOf(step),
    name: step.name ?? type,
    type,
    origin: workflow.origin,
    workflowId: workflow.identifier,
    workflowDatabaseId: workflow.id,
    controls: { ...schemasOf(version, step, type), values: shown },
    controlValues: shown,
    active: step.active,
    shouldStopOnFail: step.shouldStopOnFail,
    outsideHours: step.outsideHours,
    replyCallback: step.replyCallback,
    filters: step.filters,
    variants: step.variants.map((variant) => ({
      _id: variant.variantId,
      ...(variant.name && { name: variant.name }),
      active: variant.active,
      filters: variant.filters,
      controlValues: valuesOf(variant),
    })),
    ...(step.branchId !== null && { branchId: step.branchId }),
    ...(step.expiresAfter !== null && { expiresAfter: step.expiresAfter }),
    ...(step.integrationIdentifier !== null && { integrationIdentifier: step.integrationIdentifier }),
    variables: stepVariables(earlier, { used, payloadSchema: version.payloadSchema, env }),
    issues: step.bridgeStepId === null ? (step.issues ?? {}) : bridgeStepIssues(version, step.bridgeStepId, values),
  };
}

/** The variables that a workflow uses, under their whole names; of steps that were saved with templates, those of the payload. */
export function usedVariables(version: Pick<VersionRow, "variables">, steps: readonly StepRow[]): FoundVariable[] {
  const ofPayload = version.variables.variables.map(({ name, type }) => ({ name: `payload.${name}`, type }));
  if (steps.some(({ controls }) => controls === null)) return ofPayload;
  const ofControls = steps.flatMap(({ type, controls, variants }) => {
    const controlled = controlledTypeOf(type);
    const contents = [controls ?? {}, ...variants.map(valuesOf)];
    return controlled ? contents.flatMap((values) => variablesOf(controlled, values)) : [];
  });
  const ofConditions = partsOf(
    steps.flatMap(({ filters, variants, metadata }) => [
      ...filters,
      ...variants.flatMap((variant) => variant.filters),
      ...branchFilters(metadata),
    ]),
  ).flatMap(({ on, field }) =>
    on === "payload" && field ? [{ name: `payload.${field}`, type: "String" as const }] : [],
  );
  return [...ofControls, ...ofConditions];
}

/** A type that this wire does not have is a custom one. */
export const typeView = (type: string): StepV2["type"] => controlledTypeOf(type) ?? "custom";

export const slugOf = ({ name, type, stepId }: Pick<StepRow, "name" | "type" | "stepId">): string =>
  idSlug(name ?? type, "st_", stepId);

function schemasOf(version: VersionRow, { bridgeStepId }: StepRow, type: string) {
  if (bridgeStepId !== null) {
    const schema = controlSchema(version, bridgeStepId);
    return isPlainObject(schema) ? { dataSchema: schema } : {};
  }
  const uiSchema = UI_SCHEMAS[type] ?? {};
  const dataSchema = DATA_SCHEMAS[type];
  return { ...(dataSchema && { dataSchema }), uiSchema };
}

const statusOf = ({ active, hasIssues }: WorkflowRow): WorkflowStatus =>
  !active ? "INACTIVE" : hasIssues ? "ERROR" : "ACTIVE";

export const itemFields = (workflow: WorkflowRow) => ({
  _id: workflow.id,
  workflowId: workflow.identifier,
  slug: idSlug(workflow.name, "wf_", workflow.id),
  name: workflow.name,
  tags: workflow.tags,
  status: statusOf(workflow),
  origin: workflow.origin,
  severity: workflow.severity,
  ...(workflow.lastTriggeredAt && { lastTriggeredAt: workflow.lastTriggeredAt.toISOString() }),
  ...datedFields(workflow),
});
