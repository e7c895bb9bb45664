import { hashKey } from "@tanstack/react-query";
import type { WorkflowPreferences } from "#contract/preferences.ts";
import type { Filter } from "#contract/schemas/conditions.ts";
import type { StepV2, UpdateWorkflowV2, WorkflowV2 } from "#contract/v2/workflows.ts";

type StepFields = Pick<
  StepV2,
  "name" | "type" | "controlValues" | "active" | "shouldStopOnFail" | "outsideHours" | "replyCallback" | "filters"
>;

type VariantInput = NonNullable<UpdateWorkflowV2["steps"][number]["variants"]>[number];

/** A variant of a step as it is edited. */
export interface EditedVariant extends Omit<VariantInput, "_id" | "active" | "filters"> {
  /** As that of a step. */
  key: string;
  active: boolean;
  filters: Filter[];
}

/** A step as it is edited. */
export interface EditedStep extends StepFields {
  /** Stays the same for as long as the editor is open: the id of a saved step, or one of the editor. */
  key: string;
  /** The name by which templates and conditions mean it; the server chooses it for a step that has none. */
  stepId: string | undefined;
  variants: EditedVariant[];
  /** The branch of an earlier branch step in which it runs. */
  branchId: string | undefined;
  expiresAfter: StepV2["expiresAfter"];
  /** The identifier of the integration that it sends through; undefined for the usual one of its channel. */
  integrationIdentifier: string | undefined;
}

/** The part of a workflow that its editor changes. */
export interface Definition {
  name: string;
  description: string;
  tags: string[];
  active: boolean;
  /** Those that count: what members have set in place of the workflow's own, where they have. */
  preferences: WorkflowPreferences;
  steps: EditedStep[];
  payloadSchema: Record<string, unknown> | null;
  validatePayload: boolean;
}

/** Returns what is edited of a workflow as the server has it. `keyOf` gives steps that the editor knows the keys that they have there. */
export function definitionOf(workflow: WorkflowV2, keyOf: (id: string) => string = (id) => id): Definition {
  return {
    name: workflow.name,
    description: workflow.description ?? "",
    tags: workflow.tags,
    active: workflow.active,
    preferences: workflow.preferences.user ?? workflow.preferences.default,
    steps: workflow.steps.map((step) => editedStepOf(step, keyOf)),
    payloadSchema: workflow.payloadSchema ?? null,
    validatePayload: workflow.validatePayload,
  };
}

/** Returns a step as it is edited. */
export const editedStepOf = (step: StepV2, keyOf: (id: string) => string = (id) => id): EditedStep => ({
  key: keyOf(step._id),
  stepId: step.stepId,
  name: step.name,
  type: step.type,
  controlValues: step.controlValues,
  active: step.active,
  shouldStopOnFail: step.shouldStopOnFail,
  outsideHours: step.outsideHours,
  replyCallback: step.replyCallback,
  filters: step.filters,
  variants: step.variants.map(({ _id, ...variant }) => ({ ...variant, key: keyOf(_id) })),
  branchId: step.branchId,
  expiresAfter: step.expiresAfter,
  integrationIdentifier: step.integrationIdentifier,
});

/**
 * Returns the request that saves a definition over a version. `idOf` has the id of each step and variant that this version has: of others,
 * which a change brings back, the server makes new ones, of steps under the same identifier.
 */
export function updateOf(
  definition: Definition,
  { version, preferences: saved, severity }: Pick<WorkflowV2, "version" | "preferences" | "severity">,
  idOf: (key: string) => string | undefined,
): UpdateWorkflowV2 {
  const { steps, description, preferences, ...fields } = definition;
  return {
    ...fields,
    ...(description !== "" && { description }),
    severity,
    // What members have set counts before the workflow's own, which then stays as it is.
    preferences: saved.user ? { user: preferences, workflow: saved.default } : { user: null, workflow: preferences },
    baseVersion: version,
    steps: steps.map(({ key, stepId, branchId, expiresAfter, integrationIdentifier, variants, ...step }) => {
      const _id = idOf(key);
      return {
        ...step,
        ...(_id !== undefined && { _id }),
        ...(stepId !== undefined && { stepId }),
        variants: variants.map(({ key: variantKey, ...variant }) => {
          // Variants of a step that is not there are not there, either.
          const variantId = _id === undefined ? undefined : idOf(variantKey);
          return { ...variant, ...(variantId !== undefined && { _id: variantId }) };
        }),
        branchId: branchId ?? null,
        expiresAfter: expiresAfter ?? null,
        integrationIdentifier: integrationIdentifier ?? null,
      };
    }),
  };
}

/** Whether two definitions have the same content, whatever ids the editor and the server have given to what is in them. */
export function isSameDefinition(one: Definition, other: Definition): boolean {
  const content = ({ steps, ...definition }: Definition) => ({
    ...definition,
    steps: steps.map(({ key: _key, stepId: _stepId, variants, ...step }) => ({
      ...step,
      variants: variants.map(({ key: _variantKey, ...variant }) => variant),
    })),
  });
  return hashKey([content(one)]) === hashKey([content(other)]);
}

/** Returns the name of the step that conditions mean by an identifier. */
export const nameOfStep = (
  steps: readonly Pick<EditedStep, "stepId" | "name">[],
  identifier: string,
): string | undefined => steps.find(({ stepId }) => stepId === identifier)?.name;
