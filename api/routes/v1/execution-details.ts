import { executionDetailOperations } from "#contract/execution-details.ts";
import { listExecutionDetails } from "#db/queries/activity/execution-details.ts";
import { shownSince } from "#events/organization-plan.ts";
import { handlers } from "../../handlers.ts";
import { isTypedClient } from "../../typed-client.ts";
import { executionDetailView } from "../../views/activity/execution-details.ts";
import { typedAnswer, typedProvider } from "../../views/typed-answer.ts";

/** The history of one run, step by step. */
export const executionDetailRoutes = handlers(executionDetailOperations, (app) => {
  app.addHook("preSerialization", async (request, _reply, answer) =>
    isTypedClient(request) ? typedAnswer(answer, typedProvider) : answer,
  );
  return {
    listExecutionDetails: async ({ scope, query: { notificationId, subscriberId } }) => {
      const details = await listExecutionDetails(app.db, scope, {
        runId: notificationId,
        subscriberId,
        since: await shownSince(app, scope),
      });
      return { data: details.map(executionDetailView) };
    },
  };
});
