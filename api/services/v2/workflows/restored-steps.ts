import type { StepIssues } from "#contract/workflows/step-issues.ts";
import type { MessageTemplate } from "#contract/workflows/templates.ts";
import type { StoredStep } from "#db/queries/workflows/workflow-steps.ts";
import type { Scope } from "#db/scope.ts";
import type { Transaction } from "#db/transaction.ts";
import { valuesOf } from "#domain/templates/step-values.ts";
import { type ControlIssues, findReferences, layoutNamedBy, type References, referenceIssues } from "./references.ts";

type Values = Readonly<Record<string, unknown>>;

/**
 * The steps of an earlier version with what they name as it is now: a layout that was made again is used, and there is an issue for each
 * layout and feed that is gone.
 */
export async function restoredSteps(
  transaction: Transaction,
  scope: Scope,
  steps: readonly StoredStep[],
): Promise<StoredStep[]> {
  const contents = steps.flatMap((step) =>
    [step, ...step.variants].map((content) => ({ type: step.type, values: valuesOf(content) })),
  );
  const references = await findReferences(transaction, scope, contents);
  return steps.map((step) => {
    const { type, template, variants, issues } = step;
    const values = valuesOf(step);
    const controls = { ...withoutReferences(issues), ...referenceIssues(type, values, references) };
    for (const [index, variant] of variants.entries()) {
      const ofVariant = referenceIssues(type, valuesOf(variant), references);
      for (const [path, list] of Object.entries(ofVariant)) controls[`variants.${index}.${path}`] = list;
    }
    const { controls: _before, ...others } = issues ?? {};
    const found = { ...others, ...(Object.keys(controls).length > 0 && { controls }) };
    return {
      ...step,
      template: withLayout(template, values, references),
      variants: variants.map((variant) => ({
        ...variant,
        template: withLayout(variant.template, valuesOf(variant), references),
      })),
      // A version that is restored as it was is no change.
      issues: issues === null && Object.keys(found).length === 0 ? null : found,
    };
  });
}

/** The issues that the version was saved with, but for those of what its steps named. */
const withoutReferences = (issues: StepIssues | null): ControlIssues =>
  Object.fromEntries(
    Object.entries(issues?.controls ?? {}).filter(([path]) => !/(?:^|\.)(?:layoutId|feedId)$/.test(path)),
  );

/** One that is gone stays named, so that the email fails and is not sent without it. */
function withLayout(template: MessageTemplate, values: Values, { layouts }: References): MessageTemplate {
  const [name] = layoutNamedBy(template.type, values);
  const layoutId = name === undefined ? undefined : layouts.get(name);
  return layoutId === undefined ? template : { ...template, layoutId };
}
