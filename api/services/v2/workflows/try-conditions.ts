import { conditionTrialView } from "#api/views/v2/condition-trial.ts";
import type { ConditionTrial, TryConditions } from "#contract/v2/condition-trials.ts";
import { TRIED_EVENTS_MAX } from "#contract/v2/condition-trials.ts";
import type { Database } from "#db/client.ts";
import type { Scope } from "#db/scope.ts";
import type { Explainer } from "#explain/explainer.ts";
import { loadWorkflow } from "./load-workflow.ts";

interface Services {
  db: Database;
  explainer: Pick<Explainer, "tryConditions">;
}

/** Says for how many of the latest events of a workflow conditions would pass. Throws `not_found` for a workflow that is not there. */
export async function tryConditions(
  { db, explainer }: Services,
  scope: Scope,
  reference: string,
  { filters = [], rule }: TryConditions,
): Promise<ConditionTrial> {
  const { workflow } = await loadWorkflow(db, scope, reference);
  const trial = await explainer.tryConditions({
    scope,
    workflowId: workflow.id,
    filters,
    rule,
    limit: TRIED_EVENTS_MAX,
  });
  return conditionTrialView(trial, filters);
}
