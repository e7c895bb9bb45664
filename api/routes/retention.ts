import { data } from "#contract/common.ts";
import { ChangeRetention, Retention, RetentionDays } from "#contract/retention.ts";
import { listCleanUps, readDiskUse } from "#db/queries/retention/clean-ups.ts";
import { findRetention } from "#db/queries/retention/retention-days.ts";
import { ADMIN, KEY, MEMBER } from "../access.ts";
import { failures } from "../plugins/errors.ts";
import { changeRetention } from "../services/change-retention.ts";
import { retentionView } from "../views/retention.ts";
import type { ZodRoutes } from "../zod-routes.ts";

/** For how long the environment keeps its rows, and what became of the last clean-ups. */
export const retentionRoutes: ZodRoutes = async (app) => {
  app.get(
    "/retention",
    { schema: { response: { 200: data(Retention), ...failures() } }, config: { access: [KEY, MEMBER] } },
    async ({ scope }) => {
      const [days, diskUse, cleanUps] = await Promise.all([
        findRetention(app.db, scope),
        readDiskUse(app.db),
        listCleanUps(app.db),
      ]);
      return { data: retentionView({ days, diskUse, cleanUps, now: new Date() }) };
    },
  );

  app.patch(
    "/retention",
    {
      schema: { body: ChangeRetention, response: { 200: data(RetentionDays), ...failures("forbidden") } },
      config: { access: [KEY, ADMIN] },
    },
    async (request) => ({ data: await changeRetention(app.db, request, request.body) }),
  );
};
