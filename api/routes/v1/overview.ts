import { analyticsOperations } from "#contract/activity/analytics.ts";
import { overviewOperations } from "#contract/activity/overview.ts";
import { handlers } from "../../handlers.ts";
import { readAnalytics } from "../../services/overview/read-analytics.ts";
import { readOverview } from "../../services/overview/read-overview.ts";

/** The numbers of an environment. */
export const overviewRoutes = handlers(overviewOperations, (app) => ({
  getOverview: async ({ scope, query }) => ({ data: await readOverview(app, scope, query.period) }),
}));

/** Counts of what became of the runs and messages of a period. */
export const analyticsRoutes = handlers(analyticsOperations, (app) => ({
  getAnalytics: async ({ scope, query }) => ({ data: await readAnalytics(app, scope, query) }),
}));
