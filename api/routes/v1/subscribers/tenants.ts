import { handlers } from "#api/handlers.ts";
import { changeTenant, createTenant, removeTenant } from "#api/services/tenants/save-tenant.ts";
import { tenantView } from "#api/views/tenants.ts";
import { tenantOperations } from "#contract/tenants.ts";
import { getTenant, listTenants } from "#db/queries/tenants/manage-tenants.ts";

/** Customers of the customer, whose data templates and conditions use. */
export const tenantRoutes = handlers(tenantOperations, (app) => ({
  createTenant: async (request) => ({ data: tenantView(await createTenant(app.db, request, request.body)) }),

  listTenants: async ({ scope, query }) => {
    const tenants = await listTenants(app.db, scope, query);
    const hasMore = tenants.length === query.limit;
    return { page: query.page, pageSize: query.limit, hasMore, data: tenants.map(tenantView) };
  },

  getTenant: async ({ scope, params }) => ({ data: tenantView(await getTenant(app.db, scope, params.identifier)) }),

  updateTenant: async (request) => ({
    data: tenantView(await changeTenant(app.db, request, request.params.identifier, request.body)),
  }),

  deleteTenant: async (request) => {
    await removeTenant(app.db, request, request.params.identifier);
    return null;
  },
}));
