import { handlers } from "#api/handlers.ts";
import { readUsage } from "#api/services/organizations/read-usage.ts";
import { usageOperations } from "#contract/accounts/usage.ts";

/** The use that an organisation makes of its plan. */
export const usageRoutes = handlers(usageOperations, (app) => ({
  getOrganizationUsage: async ({ scope }) => ({ data: await readUsage(app, scope.organizationId, new Date()) }),
}));
