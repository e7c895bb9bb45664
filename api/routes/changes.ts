import { z } from "zod";
import { ApplyChanges, Change, ChangePage, ListChanges } from "#contract/changes.ts";
import { data } from "#contract/common.ts";
import { countPendingChanges, listChanges } from "#db/queries/changes/changes.ts";
import { KEY, MEMBER } from "../access.ts";
import { failures } from "../plugins/errors.ts";
import { applyChange, applyChanges } from "../services/apply-changes.ts";
import { changeView, listedChangeView } from "../views/changes.ts";
import type { ZodRoutes } from "../zod-routes.ts";

const config = { access: [KEY, MEMBER] } as const;

/** Edits of Development that are promoted to Production. */
export const changeRoutes: ZodRoutes = async (app) => {
  app.get(
    "/changes",
    {
      schema: {
        summary: "Changes that wait to be promoted, or that were; newest first",
        querystring: ListChanges,
        response: { 200: ChangePage, ...failures() },
      },
      config,
    },
    async ({ scope, query }) => {
      const { changes, totalCount } = await listChanges(app.db, scope, query);
      return { page: query.page, pageSize: query.limit, totalCount, data: changes.map(listedChangeView) };
    },
  );

  app.get(
    "/changes/count",
    {
      schema: {
        summary: "How many changes wait to be promoted",
        response: { 200: data(z.number().int()), ...failures() },
      },
      config,
    },
    async ({ scope }) => ({ data: await countPendingChanges(app.db, scope) }),
  );

  app.post(
    "/changes/:changeId/apply",
    {
      schema: {
        summary: "Promote a change, after those that belong to it",
        params: z.object({ changeId: z.string() }),
        response: { 201: data(z.array(Change)), ...failures("not_found", "conflict") },
      },
      config,
    },
    async (request, reply) => {
      const applied = await applyChange(app, request, request.params.changeId);
      return reply.code(201).send({ data: applied.map(changeView) });
    },
  );

  app.post(
    "/changes/bulk/apply",
    {
      schema: {
        summary: "Promote changes one after the other, until one is refused",
        body: ApplyChanges,
        response: { 201: data(z.array(z.array(Change))), ...failures("not_found", "conflict") },
      },
      config: { ...config, rate: { cost: "bulk" } },
    },
    async (request, reply) => {
      const applied = await applyChanges(app, request, request.body.changeIds);
      return reply.code(201).send({ data: applied.map((changes) => changes.map(changeView)) });
    },
  );
};
