import { z } from "zod";
import { data } from "#contract/common.ts";
import { LARGE_BODY_BYTES } from "#contract/constants/limits.ts";
import {
  CreateLayout,
  LAYOUT_PAGE_MAX,
  Layout,
  LayoutCreated,
  LayoutPage,
  ListLayouts,
  UpdateLayout,
} from "#contract/layouts.ts";
import { getLayout, listLayouts } from "#db/queries/layouts/layouts.ts";
import { DomainError } from "#domain/errors.ts";
import { KEY, MEMBER } from "../access.ts";
import { failures } from "../plugins/errors.ts";
import { changeLayout, createLayout, makeDefaultLayout, removeLayout } from "../services/save-layout.ts";
import { layoutView } from "../views/layouts.ts";
import type { ZodRoutes } from "../zod-routes.ts";

const ById = z.object({ id: z.string() });

const access = [KEY, MEMBER] as const;

/** Layouts of emails. */
export const layoutRoutes: ZodRoutes = async (app) => {
  app.post(
    "/layouts",
    {
      bodyLimit: LARGE_BODY_BYTES,
      schema: { body: CreateLayout, response: { 201: data(LayoutCreated), ...failures("conflict") } },
      config: { access },
    },
    async (request, reply) => {
      const { id } = await createLayout(app.db, request, request.body);
      return reply.code(201).send({ data: { _id: id, id } });
    },
  );

  app.get(
    "/layouts",
    { schema: { querystring: ListLayouts, response: { 200: LayoutPage, ...failures() } }, config: { access } },
    async ({ scope, query }) => {
      if (query.pageSize > LAYOUT_PAGE_MAX) {
        throw new DomainError("invalid_input", `Limit can not be larger then ${LAYOUT_PAGE_MAX}`);
      }
      const { layouts, totalCount } = await listLayouts(app.db, scope, query);
      return { page: query.page, pageSize: query.pageSize, totalCount, data: layouts.map(layoutView) };
    },
  );

  app.get(
    "/layouts/:id",
    { schema: { params: ById, response: { 200: data(Layout), ...failures("not_found") } }, config: { access } },
    async ({ scope, params }) => ({ data: layoutView(await getLayout(app.db, scope, params.id)) }),
  );

  app.patch(
    "/layouts/:id",
    {
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        params: ById,
        // A missing body is refused as an empty one is.
        body: z.preprocess((body) => body ?? {}, UpdateLayout),
        response: { 200: data(Layout), ...failures("not_found", "conflict") },
      },
      config: { access },
    },
    async (request) => ({ data: layoutView(await changeLayout(app.db, request, request.params.id, request.body)) }),
  );

  app.delete(
    "/layouts/:id",
    {
      schema: { params: ById, response: { 204: z.null(), ...failures("not_found", "conflict") } },
      config: { access },
    },
    async (request, reply) => {
      await removeLayout(app.db, request, request.params.id);
      return reply.code(204).send(null);
    },
  );

  app.post(
    "/layouts/:id/default",
    { schema: { params: ById, response: { 204: z.null(), ...failures("not_found") } }, config: { access } },
    async (request, reply) => {
      await makeDefaultLayout(app.db, request, request.params.id);
      return reply.code(204).send(null);
    },
  );
};
