import { z } from "zod";
import { data } from "#contract/common.ts";
import { LARGE_BODY_BYTES } from "#contract/constants/limits.ts";
import {
  ByLayout,
  CreateLayoutV2,
  DuplicateLayout,
  LayoutListV2,
  LayoutPreview,
  LayoutUsage,
  LayoutV2,
  ListLayoutsV2,
  PreviewLayout,
  ReplaceLayout,
} from "#contract/layouts-v2.ts";
import { getLayoutByReference, searchLayouts, workflowsUsingLayout } from "#db/queries/layouts/search-layouts.ts";
import { KEY, MEMBER } from "../../access.ts";
import { failures } from "../../plugins/errors.ts";
import { previewLayout } from "../../services/preview-layout.ts";
import { removeLayout } from "../../services/save-layout.ts";
import { createLayoutV2, duplicateLayout, replaceLayout } from "../../services/save-layout-v2.ts";
import { layoutV2View } from "../../views/layouts.ts";
import type { ZodRoutes } from "../../zod-routes.ts";

const config = { access: [KEY, MEMBER] } as const;
const bodyLimit = LARGE_BODY_BYTES;
const params = ByLayout;

/** Layouts of emails, as newer clients read and change them. */
export const layoutV2Routes: ZodRoutes = async (app) => {
  app.get(
    "/layouts",
    {
      schema: {
        summary: "List or search layouts",
        querystring: ListLayoutsV2,
        response: { 200: data(LayoutListV2), ...failures() },
      },
      config,
    },
    async ({ scope, query }) => {
      const { layouts, totalCount } = await searchLayouts(app.db, scope, query);
      return { data: { layouts: layouts.map(layoutV2View), totalCount } };
    },
  );

  app.post(
    "/layouts",
    {
      schema: {
        summary: "Create a layout with the built-in content",
        body: CreateLayoutV2,
        response: { 201: data(LayoutV2), ...failures("conflict") },
      },
      config,
    },
    async (request, reply) =>
      reply.code(201).send({ data: layoutV2View(await createLayoutV2(app.db, request, request.body)) }),
  );

  app.get(
    "/layouts/:layoutId",
    {
      schema: { summary: "Read a layout", params, response: { 200: data(LayoutV2), ...failures("not_found") } },
      config,
    },
    async ({ scope, params: { layoutId } }) => ({
      data: layoutV2View(await getLayoutByReference(app.db, scope, layoutId)),
    }),
  );

  app.put(
    "/layouts/:layoutId",
    {
      bodyLimit,
      schema: {
        summary: "Change name and content of a layout",
        params,
        body: ReplaceLayout,
        response: { 200: data(LayoutV2), ...failures("not_found") },
      },
      config,
    },
    async (request) => ({
      data: layoutV2View(await replaceLayout(app.db, request, request.params.layoutId, request.body)),
    }),
  );

  app.delete(
    "/layouts/:layoutId",
    {
      schema: { summary: "Delete a layout", params, response: { 204: z.null(), ...failures("not_found", "conflict") } },
      config,
    },
    async (request, reply) => {
      const { id } = await getLayoutByReference(app.db, request.scope, request.params.layoutId);
      await removeLayout(app.db, request, id);
      return reply.code(204).send(null);
    },
  );

  app.post(
    "/layouts/:layoutId/duplicate",
    {
      schema: {
        summary: "Copy a layout",
        params,
        body: DuplicateLayout,
        response: { 201: data(LayoutV2), ...failures("not_found", "conflict") },
      },
      config,
    },
    async (request, reply) => {
      const layout = await duplicateLayout(app.db, request, request.params.layoutId, request.body);
      return reply.code(201).send({ data: layoutV2View(layout) });
    },
  );

  app.post(
    "/layouts/:layoutId/preview",
    {
      bodyLimit,
      schema: {
        summary: "Render a layout with an example",
        params,
        body: PreviewLayout,
        response: { 201: data(LayoutPreview), ...failures("not_found") },
      },
      config,
    },
    async ({ scope, params: { layoutId }, body }, reply) => {
      const layout = await getLayoutByReference(app.db, scope, layoutId);
      return reply.code(201).send({ data: await previewLayout(app.explainer, scope, layout, body) });
    },
  );

  app.get(
    "/layouts/:layoutId/usage",
    {
      schema: {
        summary: "List the workflows that use a layout",
        params,
        response: { 200: data(LayoutUsage), ...failures("not_found") },
      },
      config,
    },
    async ({ scope, params: { layoutId } }) => {
      const { id } = await getLayoutByReference(app.db, scope, layoutId);
      return { data: { workflows: await workflowsUsingLayout(app.db, scope, id) } };
    },
  );
};
