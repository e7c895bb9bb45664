import { effectiveCaps, safetyCapOperations } from "#contract/safety-caps.ts";
import { listPauses } from "#db/queries/pauses/pauses.ts";
import { findEnvironmentCaps, findWorkflowCaps } from "#db/queries/pauses/safety-caps.ts";
import type { Scope } from "#db/scope.ts";
import { handlers } from "../../handlers.ts";
import { changeEnvironmentCaps, changeWorkflowCaps, endPause } from "../../services/safety-caps/safety-caps.ts";
import { pauseView } from "../../views/activity/pauses.ts";

/** Safety caps, and what they have paused. */
export const safetyCapRoutes = handlers(safetyCapOperations, (app) => {
  const ofWorkflow = async (scope: Scope, id: string) =>
    effectiveCaps(await findEnvironmentCaps(app.db, scope), await findWorkflowCaps(app.db, scope, id));
  return {
    getSafetyCaps: async ({ scope }) => ({ data: effectiveCaps(await findEnvironmentCaps(app.db, scope), null) }),

    setSafetyCaps: async (request) => {
      await changeEnvironmentCaps(app.db, request, request.body);
      return { data: effectiveCaps(request.body, null) };
    },

    getWorkflowSafetyCaps: async ({ scope, params }) => ({ data: await ofWorkflow(scope, params.workflowId) }),

    setWorkflowSafetyCaps: async (request) => {
      const { workflowId } = request.params;
      await changeWorkflowCaps(app.db, request, workflowId, request.body);
      return { data: await ofWorkflow(request.scope, workflowId) };
    },

    listPauses: async ({ scope, query }) => {
      const { rows, hasMore } = await listPauses(app.db, scope, query);
      return { page: query.page, pageSize: query.limit, hasMore, data: rows.map(pauseView) };
    },

    continuePause: async (request) => ({
      data: pauseView(await endPause(app, request, request.params.pauseId, "continued")),
    }),

    discardPause: async (request) => ({
      data: pauseView(await endPause(app, request, request.params.pauseId, "discarded")),
    }),
  };
});
