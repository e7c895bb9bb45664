import { workflowOverrideOperations } from "#contract/workflows/workflow-overrides.ts";
import { getOverride, listOverrides } from "#db/queries/workflows/manage-overrides.ts";
import { handlers } from "../../handlers.ts";
import { requireDevelopment } from "../../services/changes/require-development.ts";
import {
  changeWorkflowOverride,
  createWorkflowOverride,
  removeWorkflowOverride,
} from "../../services/workflows/save-workflow-override.ts";
import { workflowOverrideView } from "../../views/workflow-overrides.ts";

/** Settings of workflows that differ for a tenant, in Development. */
export const workflowOverrideRoutes = handlers(workflowOverrideOperations, (app) => ({
  createWorkflowOverride: async (request) => ({
    data: workflowOverrideView(await createWorkflowOverride(app.db, request, request.body)),
  }),

  listWorkflowOverrides: async ({ scope, query: { page, limit, tenantId } }) => {
    await requireDevelopment(app.db, scope);
    const overrides = await listOverrides(app.db, scope, { page, limit, tenantId });
    const hasMore = overrides.length === limit;
    return { page, pageSize: limit, hasMore, data: overrides.map(workflowOverrideView) };
  },

  getWorkflowOverride: async ({ scope, params }) => {
    await requireDevelopment(app.db, scope);
    return { data: workflowOverrideView(await getOverride(app.db, scope, { id: params.overrideId })) };
  },

  updateWorkflowOverride: async (request) => ({
    data: workflowOverrideView(
      await changeWorkflowOverride(app.db, request, { id: request.params.overrideId }, request.body),
    ),
  }),

  deleteWorkflowOverride: async (request) => {
    await removeWorkflowOverride(app.db, request, request.params.overrideId);
    return { data: true as const };
  },

  getWorkflowOverrideOfTenant: async ({ scope, params }) => {
    await requireDevelopment(app.db, scope);
    return { data: workflowOverrideView(await getOverride(app.db, scope, params)) };
  },

  updateWorkflowOverrideOfTenant: async (request) => ({
    data: workflowOverrideView(await changeWorkflowOverride(app.db, request, request.params, request.body)),
  }),
}));
