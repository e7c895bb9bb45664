import { z } from "zod";
import { data } from "#contract/common.ts";
import { PreferencesOfWorkflow, PreferencesQuery, SavePreferences } from "#contract/workflows-v2.ts";
import { MEMBER } from "../access.ts";
import { failures } from "../plugins/errors.ts";
import { loadWorkflow } from "../services/workflows-v2/load-workflow.ts";
import { changeMemberPreferences } from "../services/workflows-v2/member-preferences.ts";
import { preferencesOfWorkflowView } from "../views/workflow-preferences.ts";
import type { ZodRoutes } from "../zod-routes.ts";

const config = { access: [MEMBER] } as const;
const response = { 200: data(PreferencesOfWorkflow), ...failures("not_found") };

/** Preferences that members chose for a workflow, in place of its definition's preferences. */
export const workflowPreferenceRoutes: ZodRoutes = async (app) => {
  app.get(
    "/preferences",
    { schema: { querystring: PreferencesQuery, response }, config },
    async ({ scope, query }) => ({
      data: preferencesOfWorkflowView(await loadWorkflow(app.db, scope, query.workflowId)),
    }),
  );

  app.post(
    "/preferences",
    {
      schema: { body: SavePreferences, response: { 201: data(PreferencesOfWorkflow), ...failures("not_found") } },
      config,
    },
    async (request, reply) => {
      const { workflowId, preferences } = request.body;
      const id = await changeMemberPreferences(app.db, request, workflowId, preferences);
      const loaded = await loadWorkflow(app.db, request.scope, id);
      return reply.code(201).send({ data: preferencesOfWorkflowView(loaded) });
    },
  );

  app.delete(
    "/preferences",
    {
      schema: { querystring: PreferencesQuery, response: { 200: data(z.literal(true)), ...failures("not_found") } },
      config,
    },
    async (request) => {
      await changeMemberPreferences(app.db, request, request.query.workflowId, null);
      return { data: true as const };
    },
  );
};
