import { z } from "zod";
import { data, Id } from "#contract/common.ts";
import {
  ChangeSafetyCaps,
  ChangeWorkflowSafetyCaps,
  effectiveCaps,
  ListPauses,
  Pause,
  PauseById,
  PausePage,
  SafetyCaps,
} from "#contract/safety-caps.ts";
import { listPauses } from "#db/queries/pauses/pauses.ts";
import { findEnvironmentCaps, findWorkflowCaps } from "#db/queries/pauses/safety-caps.ts";
import type { Scope } from "#db/scope.ts";
import { ADMIN, KEY, MEMBER } from "../access.ts";
import { failures } from "../plugins/errors.ts";
import { changeEnvironmentCaps, changeWorkflowCaps, endPause } from "../services/safety-caps.ts";
import { pauseView } from "../views/pauses.ts";
import type { ZodRoutes } from "../zod-routes.ts";

const ByWorkflow = z.object({ workflowId: Id });
const reading = [KEY, MEMBER] as const;
const changing = [KEY, ADMIN] as const;

/** Safety caps, and what they have paused. */
export const safetyCapRoutes: ZodRoutes = async (app) => {
  const ofWorkflow = async (scope: Scope, id: string) =>
    effectiveCaps(await findEnvironmentCaps(app.db, scope), await findWorkflowCaps(app.db, scope, id));

  app.get(
    "/safety-caps",
    { schema: { response: { 200: data(SafetyCaps), ...failures() } }, config: { access: reading } },
    async ({ scope }) => ({ data: effectiveCaps(await findEnvironmentCaps(app.db, scope), null) }),
  );

  app.put(
    "/safety-caps",
    {
      schema: { body: ChangeSafetyCaps, response: { 200: data(SafetyCaps), ...failures("forbidden") } },
      config: { access: changing },
    },
    async (request) => {
      await changeEnvironmentCaps(app.db, request, request.body);
      return { data: effectiveCaps(request.body, null) };
    },
  );

  app.get(
    "/safety-caps/workflows/:workflowId",
    {
      schema: { params: ByWorkflow, response: { 200: data(SafetyCaps), ...failures("not_found") } },
      config: { access: reading },
    },
    async ({ scope, params }) => ({ data: await ofWorkflow(scope, params.workflowId) }),
  );

  app.put(
    "/safety-caps/workflows/:workflowId",
    {
      schema: {
        params: ByWorkflow,
        body: ChangeWorkflowSafetyCaps,
        response: { 200: data(SafetyCaps), ...failures("not_found", "forbidden") },
      },
      config: { access: changing },
    },
    async (request) => {
      const { workflowId } = request.params;
      await changeWorkflowCaps(app.db, request, workflowId, request.body);
      return { data: await ofWorkflow(request.scope, workflowId) };
    },
  );

  app.get(
    "/pauses",
    {
      schema: { querystring: ListPauses, response: { 200: PausePage, ...failures() } },
      config: { access: reading },
    },
    async ({ scope, query }) => {
      const { rows, hasMore } = await listPauses(app.db, scope, query);
      return { page: query.page, pageSize: query.limit, hasMore, data: rows.map(pauseView) };
    },
  );

  for (const [verb, state] of [
    ["continue", "continued"],
    ["discard", "discarded"],
  ] as const) {
    app.post(
      `/pauses/:pauseId/${verb}`,
      {
        schema: {
          params: PauseById,
          response: { 200: data(Pause), ...failures("not_found", "conflict", "forbidden") },
        },
        config: { access: changing },
      },
      async (request) => ({ data: pauseView(await endPause(app, request, request.params.pauseId, state)) }),
    );
  }
};
