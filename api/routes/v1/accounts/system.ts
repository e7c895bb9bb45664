import { handlers } from "#api/handlers.ts";
import { readSystem } from "#api/services/overview/read-system.ts";
import { systemOperations } from "#contract/accounts/system.ts";

/** The state of the installation, for those who operate it. */
export const systemRoutes = handlers(systemOperations, (app) => ({
  getSystem: async ({ scope }) => ({ data: await readSystem(app, scope.organizationId) }),
}));
