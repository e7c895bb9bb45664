import { z } from "zod";
import { data } from "#contract/common.ts";
import { ExecutionDetail, ListExecutionDetails } from "#contract/execution-details.ts";
import { listExecutionDetails } from "#db/queries/activity/execution-details.ts";
import { KEY, MEMBER } from "../access.ts";
import { failures } from "../plugins/errors.ts";
import { shownSince } from "../services/organization-plan.ts";
import { isTypedClient } from "../typed-client.ts";
import { executionDetailView } from "../views/execution-details.ts";
import { typedAnswer, typedProvider } from "../views/typed-answer.ts";
import type { ZodRoutes } from "../zod-routes.ts";

const access = [KEY, MEMBER] as const;

/** The history of one run, step by step. */
export const executionDetailRoutes: ZodRoutes = async (app) => {
  app.addHook("preSerialization", async (request, _reply, answer) =>
    isTypedClient(request) ? typedAnswer(answer, typedProvider) : answer,
  );

  app.get(
    "/execution-details",
    {
      schema: {
        querystring: ListExecutionDetails,
        response: { 200: data(z.array(ExecutionDetail)), ...failures("not_found") },
      },
      config: { access },
    },
    async ({ scope, query: { notificationId, subscriberId } }) => {
      const details = await listExecutionDetails(app.db, scope, {
        runId: notificationId,
        subscriberId,
        since: await shownSince(app, scope),
      });
      return { data: details.map(executionDetailView) };
    },
  );
};
