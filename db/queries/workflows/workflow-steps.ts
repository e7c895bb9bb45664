import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { parseExactJson } from "#contract/constants/values/exact-json.ts";
import type { MessageTemplate } from "#contract/workflows/templates.ts";
import { withReferenceIssues } from "#domain/steps/step-references.ts";
import { valuesOf } from "#domain/templates/step-values.ts";
import type { StoredVariant, workflowSteps } from "../../schema/workflows/workflow-steps.ts";

export type StepRow = typeof workflowSteps.$inferSelect;

/** A step without the version that it belongs to. */
export type StoredStep = Omit<StepRow, "organizationId" | "environmentId" | "versionId" | "position">;

/** A variant to store. One of the step's that it replaces keeps its id. */
export interface VariantDraft extends Omit<StoredVariant, "variantId" | "name" | "uuid"> {
  variantId?: string | undefined;
  name?: string | null | undefined;
  uuid?: string | undefined;
}

/** A step to store. One of the workflow's that it replaces keeps its id. */
export interface StepDraft extends Omit<VariantDraft, "variantId"> {
  stepId?: string | undefined;
  shouldStopOnFail: boolean;
  outsideHours: StoredStep["outsideHours"];
  replyCallback: StoredStep["replyCallback"];
  metadata: StoredStep["metadata"];
  /** The step's id at the bridge that executes it. */
  bridgeStepId?: string;
  variants: VariantDraft[];
  branchId?: string | null | undefined;
  expiresAfter?: StoredStep["expiresAfter"] | undefined;
  integrationIdentifier?: string | undefined;
}

/** The steps of a new workflow: ids that came with a copied definition belong to another one and are not kept. */
export function newSteps(steps: readonly StepDraft[]): StoredStep[] {
  return withReferenceIssues(steps.map((step) => storedStep(step, undefined)));
}

/**
 * The steps of a workflow's next version. A step or variant that names its id keeps it, and fields of its template that
 * are not given stay as they were, but for `cta` and `feedId`. One with an id that the workflow does not have is new.
 */
export function nextSteps(steps: readonly StepDraft[], current: readonly StoredStep[]): StoredStep[] {
  const known = new Map(current.map((step) => [step.stepId, step]));
  return withReferenceIssues(steps.map((step) => storedStep(step, known.get(step.stepId ?? ""))));
}

/** Whether a step has a fault in its control values or conditions, by which the workflow is shown as one with errors. */
export const hasControlIssues = (steps: readonly Pick<StoredStep, "issues">[]): boolean =>
  steps.some(({ issues }) => Object.keys(issues?.controls ?? {}).length > 0);

/** Whether two lists of steps mean the same run. What was found wrong with them is no part of it. */
export function sameSteps(steps: readonly StoredStep[], others: readonly StoredStep[]): boolean {
  return isDeepStrictEqual(steps.map(comparable), others.map(comparable));
}

function storedStep(step: StepDraft, previous: StoredStep | undefined): StoredStep {
  const stepId = previous?.stepId ?? randomUUID();
  const variants = new Map(previous?.variants.map((variant) => [variant.variantId, variant]));
  const template = storedTemplate(step.template, previous?.template);
  const { metadata } = step;
  const controls = keptControls(
    { template, metadata },
    previous && { template: previous.template, metadata: previous.metadata, controls: previous.controls },
  );
  return {
    stepId,
    type: step.template.type,
    name: step.name ?? null,
    // Conditions on earlier steps refer to them by this, so that every step needs one.
    uuid: step.uuid ?? previous?.uuid ?? stepId,
    active: step.active,
    shouldStopOnFail: step.shouldStopOnFail,
    outsideHours: step.outsideHours,
    replyCallback: step.replyCallback,
    filters: step.filters,
    metadata,
    bridgeStepId: step.bridgeStepId ?? null,
    template,
    variants: step.variants.map((variant) => storedVariant(variant, variants.get(variant.variantId ?? ""))),
    branchId: step.branchId ?? null,
    expiresAfter: step.expiresAfter ?? null,
    integrationIdentifier: step.integrationIdentifier ?? null,
    controls,
    issues: null,
  };
}

function storedVariant(variant: VariantDraft, previous: StoredVariant | undefined): StoredVariant {
  const { name, uuid = previous?.uuid, active, filters } = variant;
  const template = storedTemplate(variant.template, previous?.template);
  const controls = keptControls(
    { template },
    previous && { template: previous.template, controls: previous.controls ?? null },
  );
  return {
    variantId: previous?.variantId ?? randomUUID(),
    ...(name && { name }),
    ...(uuid && { uuid }),
    active,
    filters,
    template,
    ...(controls && { controls }),
  };
}

interface Content {
  template: MessageTemplate;
  metadata?: StoredStep["metadata"];
  controls?: StoredStep["controls"];
}

/** Control values stay while what they made is sent back; of other content, the rule `skip` stays, which a template does not have. */
function keptControls(content: Content, previous: Content | undefined): Record<string, unknown> | null {
  if (!previous?.controls) return null;
  const { controls, ...before } = previous;
  if (isDeepStrictEqual(plain(before), plain(content))) return controls;
  return controls.skip === undefined ? null : { ...valuesOf(content), skip: controls.skip };
}

/** As the database gives it back: without undefined fields. */
export const plain = (fields: object): unknown => parseExactJson(JSON.stringify(fields));

function storedTemplate(template: MessageTemplate, previous: MessageTemplate | undefined): MessageTemplate {
  const {
    cta: _cta,
    feedId: _feedId,
    mjml: _mjml,
    ...kept
  } = previous?.type === template.type ? previous : { ...template };
  // A layout is taken away by null, where nothing at all keeps it.
  const layout = template.layoutId === null ? { layoutId: null } : {};
  const { type, content, ...rest } = { ...kept, ...present(template), ...layout };
  return { ...present(rest), type, content };
}

/** The fields without those that are null or undefined: both mean "nothing there". */
function present<T extends object>(fields: T): { [K in keyof T]: T[K] } {
  // What is left out was optional; the compiler cannot see that.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)) as T;
}

/** A step that may have what only a row has. */
type StepOrRow = StoredStep & Partial<StepRow>;

/** A step without the version that it belongs to. */
export const storedStepOf = ({
  organizationId: _organization,
  environmentId: _environment,
  versionId: _version,
  position: _position,
  ...step
}: StepOrRow): StoredStep => step;

/** Returns the fields of a step that count, as the database gives them back. */
function comparable(step: StepOrRow): unknown {
  const { issues: _issues, ...fields } = storedStepOf(step);
  return plain(fields);
}
