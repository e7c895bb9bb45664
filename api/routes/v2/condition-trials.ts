import { conditionTrialOperations } from "#contract/v2/condition-trials.ts";
import { handlers } from "../../handlers.ts";
import { tryConditions } from "../../services/v2/workflows/try-conditions.ts";

/** Shows for which earlier events conditions would pass. */
export const conditionTrialRoutes = handlers(conditionTrialOperations, (app) => ({
  tryConditions: async ({ scope, params, body }) => ({
    data: await tryConditions(app, scope, params.workflowId, body),
  }),
}));
