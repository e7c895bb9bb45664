import { sql } from "drizzle-orm";
import type { Scope } from "../../scope.ts";
import type { Transaction } from "../../transaction.ts";
import type { StoredStep } from "../workflows/workflow-steps.ts";

/**
 * Moves messages of steps that now send to another feed. Messages that were sent to no feed stay where they are, because finding
 * them would take reading all messages of the environment.
 */
export async function moveMessages(
  transaction: Transaction,
  scope: Scope,
  before: readonly StoredStep[],
  after: readonly StoredStep[],
): Promise<void> {
  const earlier = new Map(before.flatMap(feedsOf));
  for (const step of after) {
    for (const [id, feedId] of feedsOf(step)) {
      const former = earlier.get(id);
      if (!former || former === feedId) continue;
      await transaction.execute(sql`
        update messages set feed_id = ${feedId ?? null}
        where step_id = ${step.stepId} and feed_id = ${former} and environment_id = ${scope.environmentId}`);
    }
  }
}

/** Feeds of a step and its variants, by the step's or the variant's id. */
const feedsOf = ({ stepId, template, variants }: StoredStep): [string, string | null | undefined][] => [
  [stepId, template.feedId],
  ...variants.map((variant): [string, string | null | undefined] => [variant.variantId, variant.template.feedId]),
];
