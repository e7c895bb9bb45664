import { holdRows } from "#db/queries/hold-rows.ts";
import type { StepDraft } from "#db/queries/workflows/workflow-steps.ts";
import type { Scope } from "#db/scope.ts";
import type { Transaction } from "#db/transaction.ts";
import { DomainError } from "#domain/errors.ts";

/**
 * Requires that the feeds of steps and variants are the environment's. Nobody deletes them until the transaction ends. Throws
 * `invalid_input` naming each field that has another one.
 */
export async function requireFeeds(transaction: Transaction, scope: Scope, steps: readonly StepDraft[]): Promise<void> {
  const used = steps.flatMap(({ template, variants }, index) => [
    { path: `steps.${index}.template.feedId`, id: template.feedId },
    ...variants.map((variant, number) => ({
      path: `steps.${index}.variants.${number}.template.feedId`,
      id: variant.template.feedId,
    })),
  ]);
  const held = await holdRows(
    transaction,
    "feeds",
    scope,
    used.flatMap(({ id }) => (id ? [id] : [])),
  );
  const issues = used.flatMap(({ path, id }) =>
    id && !held.has(id) ? [`${path} ${id} names no feed of this environment: leave it out`] : [],
  );
  if (issues.length > 0) throw new DomainError("invalid_input", issues);
}
