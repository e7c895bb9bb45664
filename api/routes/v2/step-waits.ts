import { stepWaitOperations } from "#contract/v2/step-waits.ts";
import { handlers } from "../../handlers.ts";
import { simulateUnsavedWait } from "../../services/v2/workflows/simulate-wait.ts";
import { waitDates } from "../../services/v2/workflows/wait-dates.ts";

/** Shows what steps that wait would do, as an editor has them. */
export const stepWaitRoutes = handlers(stepWaitOperations, (app) => ({
  previewWaitDates: async ({ body }) => ({ data: waitDates(body) }),

  simulateWait: async ({ scope, params, body }) => ({
    data: await simulateUnsavedWait(app, scope, params.workflowId, body),
  }),
}));
