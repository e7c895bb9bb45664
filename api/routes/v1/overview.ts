import { overviewOperations } from "#contract/activity/overview.ts";
import { handlers } from "../../handlers.ts";
import { readOverview } from "../../services/overview/read-overview.ts";

/** The numbers of an environment. */
export const overviewRoutes = handlers(overviewOperations, (app) => ({
  getOverview: async ({ scope, query }) => ({ data: await readOverview(app, scope, query.period) }),
}));
