import { z } from "zod";
import { data } from "#contract/common.ts";
import { EnvironmentTags } from "#contract/workflows-v2.ts";
import { findEnvironment } from "#db/queries/environments/environments.ts";
import { listTags } from "#db/queries/workflows/list-tags.ts";
import { notFound } from "#domain/errors.ts";
import { idIn } from "#domain/short-id.ts";
import { KEY, MEMBER } from "../access.ts";
import { failures } from "../plugins/errors.ts";
import type { ZodRoutes } from "../zod-routes.ts";

/** By id or slug. */
const ById = z.object({ id: z.string() });

/** The tags that workflows of an environment have. */
export const environmentTagRoutes: ZodRoutes = async (app) => {
  app.get(
    "/environments/:id/tags",
    {
      schema: { params: ById, response: { 200: data(EnvironmentTags), ...failures("not_found") } },
      config: { access: [KEY, MEMBER] as const },
    },
    async ({ scope, caller, params }) => {
      const id = idIn(params.id);
      const isOpen = id !== undefined && (caller.kind !== "key" || id === scope.environmentId);
      const environment = isOpen ? await findEnvironment(app.db, scope.organizationId, id) : undefined;
      if (!environment) throw notFound(`Environment ${params.id} not found`);
      return { data: (await listTags(app.db, environment.id)).map((name) => ({ name })) };
    },
  );
};
