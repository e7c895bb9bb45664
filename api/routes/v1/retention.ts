import { retentionOperations } from "#contract/retention.ts";
import { listCleanUps, readDiskUse } from "#db/queries/retention/clean-ups.ts";
import { findRetention } from "#db/queries/retention/retention-days.ts";
import { handlers } from "../../handlers.ts";
import { changeRetention } from "../../services/environments/change-retention.ts";
import { retentionView } from "../../views/retention.ts";

/** For how long the environment keeps its rows, and what became of the last clean-ups. */
export const retentionRoutes = handlers(retentionOperations, (app) => ({
  getRetention: async ({ scope }) => {
    const [days, diskUse, cleanUps] = await Promise.all([
      findRetention(app.db, scope),
      readDiskUse(app.db),
      listCleanUps(app.db),
    ]);
    return { data: retentionView({ days, diskUse, cleanUps, now: new Date() }) };
  },

  updateRetention: async (request) => ({ data: await changeRetention(app.db, request, request.body) }),
}));
