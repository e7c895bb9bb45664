import { workflowPreferenceOperations } from "#contract/v2/workflows.ts";
import { handlers } from "../../handlers.ts";
import { loadWorkflow } from "../../services/v2/workflows/load-workflow.ts";
import { changeMemberPreferences } from "../../services/v2/workflows/member-preferences.ts";
import { preferencesOfWorkflowView } from "../../views/workflow-preferences.ts";

/** Preferences that members chose for a workflow, in place of its definition's preferences. */
export const workflowPreferenceRoutes = handlers(workflowPreferenceOperations, (app) => ({
  getPreferencesOfWorkflow: async ({ scope, query }) => ({
    data: preferencesOfWorkflowView(await loadWorkflow(app.db, scope, query.workflowId)),
  }),

  setPreferencesOfWorkflow: async (request) => {
    const { workflowId, preferences } = request.body;
    const id = await changeMemberPreferences(app.db, request, workflowId, preferences);
    const loaded = await loadWorkflow(app.db, request.scope, id);
    return { data: preferencesOfWorkflowView(loaded) };
  },

  deletePreferencesOfWorkflow: async (request) => {
    await changeMemberPreferences(app.db, request, request.query.workflowId, null);
    return { data: true as const };
  },
}));
