import { BlueprintsByCategory, ByBlueprint } from "#contract/blueprints.ts";
import { data } from "#contract/common.ts";
import { Workflow } from "#contract/workflows.ts";
import { blueprintScope, listBlueprints } from "#db/queries/workflows/blueprints.ts";
import { getWorkflow } from "#db/queries/workflows/workflows.ts";
import type { Scope } from "#db/scope.ts";
import { notFound } from "#domain/errors.ts";
import { PUBLIC } from "../access.ts";
import { failures } from "../plugins/errors.ts";
import { blueprintsView, blueprintView } from "../views/blueprints.ts";
import type { ZodRoutes } from "../zod-routes.ts";

const config = { access: [PUBLIC] } as const;

/** Workflows to begin with, which one organisation makes for all: api-workflows-and-widget.md 1.5. */
export const blueprintRoutes: ZodRoutes = async (app) => {
  async function requireScope(): Promise<Scope> {
    const { blueprintCreator } = app.config;
    const scope = blueprintCreator === null ? undefined : await blueprintScope(app.db, blueprintCreator);
    if (!scope) throw notFound("This installation has no blueprints: set BELFRY_BLUEPRINT_CREATOR to an organization");
    return scope;
  }

  app.get(
    "/blueprints/group-by-category",
    {
      schema: {
        summary: "Blueprints by their groups",
        response: { 200: data(BlueprintsByCategory), ...failures("not_found") },
      },
      config,
    },
    async () => {
      const blueprints = await listBlueprints(app.db, await requireScope());
      if (blueprints.length === 0) throw notFound("There are no blueprints yet: promote a workflow to Production");
      return { data: blueprintsView(blueprints) };
    },
  );

  app.get(
    "/blueprints/:blueprintId",
    {
      schema: {
        summary: "One blueprint, by id or identifier",
        params: ByBlueprint,
        response: { 200: data(Workflow), ...failures("not_found") },
      },
      config,
    },
    async ({ params }) => ({
      data: blueprintView(await getWorkflow(app.db, await requireScope(), params.blueprintId)),
    }),
  );
};
