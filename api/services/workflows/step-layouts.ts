import type { MessageTemplate } from "#contract/workflows/templates.ts";
import { holdRows } from "#db/queries/hold-rows.ts";
import { findDefaultLayout } from "#db/queries/layouts/layouts.ts";
import type { StepDraft, StepRow } from "#db/queries/workflows/workflow-steps.ts";
import type { Scope } from "#db/scope.ts";
import type { Transaction } from "#db/transaction.ts";
import { DomainError } from "#domain/errors.ts";

/**
 * The steps with the layouts that their emails are sent in: a new email that says nothing gets the default layout, and one that
 * says null has none. Nobody deletes these layouts until the transaction ends. Throws `invalid_input` for one that the
 * environment does not have.
 */
export async function withLayouts(
  transaction: Transaction,
  scope: Scope,
  drafts: readonly StepDraft[],
  current: readonly StepRow[] = [],
): Promise<StepDraft[]> {
  const known = new Set(current.flatMap(({ stepId, variants }) => [stepId, ...variants.map((one) => one.variantId)]));
  const isNew = (id: string | undefined): boolean => id === undefined || !known.has(id);
  const isOpen = (template: MessageTemplate, id: string | undefined): boolean =>
    template.type === "email" && template.layoutId === undefined && isNew(id);
  const needsDefault = drafts.some(
    ({ template, stepId, variants }) =>
      isOpen(template, stepId) || variants.some((variant) => isOpen(variant.template, variant.variantId)),
  );
  const standard = needsDefault ? await findDefaultLayout(transaction, scope) : undefined;
  const complete = <T extends { template: MessageTemplate }>(draft: T, id: string | undefined): T =>
    standard && isOpen(draft.template, id)
      ? { ...draft, template: { ...draft.template, layoutId: standard.id } }
      : draft;
  const steps = drafts.map((step) => ({
    ...complete(step, step.stepId),
    variants: step.variants.map((variant) => complete(variant, variant.variantId)),
  }));
  await requireLayouts(transaction, scope, steps);
  return steps;
}

async function requireLayouts(transaction: Transaction, scope: Scope, steps: readonly StepDraft[]): Promise<void> {
  const used = steps.flatMap(({ template, variants }, index) => [
    { path: `steps.${index}.template.layoutId`, id: template.layoutId },
    ...variants.map((variant, number) => ({
      path: `steps.${index}.variants.${number}.template.layoutId`,
      id: variant.template.layoutId,
    })),
  ]);
  const ids = used.flatMap(({ id }) => (id ? [id] : []));
  const held = await holdRows(transaction, "layouts", scope, ids);
  const issues = used.flatMap(({ path, id }) =>
    id && !held.has(id) ? [`${path} ${id} names no layout of this environment: take one from GET /v1/layouts`] : [],
  );
  if (issues.length > 0) throw new DomainError("invalid_input", issues);
}
