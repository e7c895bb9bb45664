import type { StepInput, VariantInput } from "#contract/workflows/steps.ts";
import type { StepDraft, StepRow, VariantDraft } from "#db/queries/workflows/workflow-steps.ts";
import { DomainError } from "#domain/errors.ts";

/** Returns the steps of a request in the schema's names; either of two names may give a step's or a variant's id. */
export const draftSteps = (steps: readonly StepInput[]): StepDraft[] =>
  steps.map(({ _templateId, _id, variants, ...step }) => ({
    ...step,
    stepId: _templateId ?? _id,
    variants: variants.map(draftVariant),
  }));

const draftVariant = ({ _templateId, _id, ...variant }: VariantInput): VariantDraft => ({
  ...variant,
  variantId: _templateId ?? _id,
});

/** Throws `invalid_input` for an id of a step or a variant that the workflow does not have, or that is given twice. */
export function requireKnownIds(drafts: readonly StepDraft[], current: readonly StepRow[]): void {
  const known = new Map(current.map((step) => [step.stepId, step]));
  const issues = [
    ...unknownIds(
      drafts.map(({ stepId }) => stepId),
      [...known.keys()],
      "steps",
    ),
    ...drafts.flatMap(({ stepId, variants }, index) =>
      unknownIds(
        variants.map(({ variantId }) => variantId),
        (known.get(stepId ?? "")?.variants ?? []).map(({ variantId }) => variantId),
        `steps.${index}.variants`,
      ),
    ),
  ];
  if (issues.length > 0) throw new DomainError("invalid_input", issues);
}

function unknownIds(given: readonly (string | undefined)[], known: readonly string[], path: string): string[] {
  const seen = new Set<string>();
  return given.flatMap((id, index) => {
    if (id === undefined) return [];
    if (seen.has(id)) return [`${path}.${index}._templateId ${id} is given twice: leave it out to add a copy`];
    seen.add(id);
    return known.includes(id)
      ? []
      : [`${path}.${index}._templateId ${id} is not part of this workflow: leave it out to add it as new`];
  });
}
