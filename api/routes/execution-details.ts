import { z } from "zod";
import { data } from "#contract/common.ts";
import { ExecutionDetail, ListExecutionDetails } from "#contract/execution-details.ts";
import { listExecutionDetails } from "#db/queries/activity/execution-details.ts";
import { failures } from "../plugins/errors.ts";
import { executionDetailView } from "../views/execution-details.ts";
import type { ZodRoutes } from "../zod-routes.ts";

/** The history of one run, step by step: api-management.md section 10. */
export const executionDetailRoutes: ZodRoutes = async (app) => {
  app.get(
    "/execution-details",
    {
      schema: {
        querystring: ListExecutionDetails,
        response: { 200: data(z.array(ExecutionDetail)), ...failures("not_found") },
      },
    },
    async ({ scope, query: { notificationId, subscriberId } }) => {
      const details = await listExecutionDetails(app.db, scope, { runId: notificationId, subscriberId });
      return { data: details.map(executionDetailView) };
    },
  );
};
