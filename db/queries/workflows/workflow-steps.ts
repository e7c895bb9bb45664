import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { StepInput, StepVariant, VariantInput } from "#contract/steps.ts";
import type { MessageTemplate } from "#contract/templates.ts";
import { DomainError } from "#domain/errors.ts";
import type { workflowSteps } from "../../schema/workflow-steps.ts";

export type StepRow = typeof workflowSteps.$inferSelect;

/** A step without the version that it belongs to. */
export type StoredStep = Omit<StepRow, "organizationId" | "environmentId" | "versionId" | "position">;

/** The steps of a new workflow: ids that came with a copied definition belong to another one and are not kept. */
export function newSteps(steps: readonly StepInput[]): StoredStep[] {
  return steps.map((step) => storedStep(step, undefined));
}

/**
 * The steps of a workflow's next version. A step or variant that names its id keeps it, and fields of its template that
 * are not sent stay as they were, but for `cta` and `feedId` (api-workflows-and-widget.md 1.4).
 * Throws `invalid_input` for an id that the workflow does not have.
 */
export function nextSteps(steps: readonly StepInput[], current: readonly StoredStep[]): StoredStep[] {
  const known = new Map(current.map((step) => [step.stepId, step]));
  const issues = [
    ...unknownIds(steps, [...known.keys()], "steps"),
    ...steps.flatMap((step, index) => {
      const ids = (known.get(idOf(step) ?? "")?.variants ?? []).map(({ _templateId }) => _templateId);
      return unknownIds(step.variants, ids, `steps.${index}.variants`);
    }),
  ];
  if (issues.length > 0) throw new DomainError("invalid_input", issues);
  return steps.map((step) => storedStep(step, known.get(idOf(step) ?? "")));
}

/** Whether two lists of steps mean the same run. */
export function sameSteps(steps: readonly StoredStep[], others: readonly StoredStep[]): boolean {
  return isDeepStrictEqual(steps.map(comparable), others.map(comparable));
}

type Identified = Pick<VariantInput, "_templateId" | "_id">;
const idOf = ({ _templateId, _id }: Identified): string | undefined => _templateId ?? _id ?? undefined;

function unknownIds(given: readonly Identified[], known: readonly string[], path: string): string[] {
  const seen = new Set<string>();
  return given.flatMap((item, index) => {
    const id = idOf(item);
    if (id === undefined) return [];
    if (seen.has(id)) return [`${path}.${index}._templateId ${id} is given twice: leave it out to add a copy`];
    seen.add(id);
    return known.includes(id)
      ? []
      : [`${path}.${index}._templateId ${id} is not part of this workflow: leave it out to add it as new`];
  });
}

function storedStep(step: StepInput, previous: StoredStep | undefined): StoredStep {
  const stepId = previous?.stepId ?? randomUUID();
  const variants = new Map(previous?.variants.map((variant) => [variant._templateId, variant]));
  return {
    stepId,
    type: step.template.type,
    name: step.name ?? null,
    // Conditions on earlier steps refer to them by this, so that every step needs one.
    uuid: step.uuid ?? previous?.uuid ?? stepId,
    active: step.active,
    shouldStopOnFail: step.shouldStopOnFail,
    replyCallback: step.replyCallback,
    filters: step.filters,
    metadata: step.metadata,
    template: storedTemplate(step.template, previous?.template),
    variants: step.variants.map((variant) => storedVariant(variant, variants.get(idOf(variant) ?? ""))),
  };
}

function storedVariant(variant: VariantInput, previous: StepVariant | undefined): StepVariant {
  const { name, uuid = previous?.uuid, active, filters } = variant;
  return {
    _templateId: previous?._templateId ?? randomUUID(),
    ...(name && { name }),
    ...(uuid && { uuid }),
    active,
    filters,
    template: storedTemplate(variant.template, previous?.template),
  };
}

function storedTemplate(template: MessageTemplate, previous: MessageTemplate | undefined): MessageTemplate {
  const { cta: _cta, feedId: _feedId, ...kept } = previous?.type === template.type ? previous : { ...template };
  const { type, content, ...rest } = { ...kept, ...present(template) };
  return { ...present(rest), type, content };
}

/** The fields without those that are null or undefined: both mean "nothing there". */
function present<T extends object>(fields: T): { [K in keyof T]: T[K] } {
  // What is left out was optional; the compiler cannot see that.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)) as T;
}

/** Returns the fields of a step that count, as the database gives them back: without undefined ones. */
function comparable(step: StoredStep): unknown {
  const { stepId, type, name, uuid, active, shouldStopOnFail, replyCallback, filters, metadata, template, variants } =
    step;
  return JSON.parse(
    JSON.stringify({
      ...{ stepId, type, name, uuid, active, shouldStopOnFail, replyCallback },
      ...{ filters, metadata, template, variants },
    }),
  );
}
