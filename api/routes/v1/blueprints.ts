import { blueprintOperations } from "#contract/workflows/blueprints.ts";
import { type Blueprint, blueprintScope, listBlueprints } from "#db/queries/workflows/blueprints.ts";
import type { VersionWithSteps } from "#db/queries/workflows/workflow-versions.ts";
import { getWorkflow } from "#db/queries/workflows/workflows.ts";
import type { Scope } from "#db/scope.ts";
import { notFound } from "#domain/errors.ts";
import { builtInBlueprints, findBuiltIn } from "../../blueprints/built-in.ts";
import { handlers } from "../../handlers.ts";
import { blueprintsView, blueprintView } from "../../views/blueprints.ts";

/** Workflows to begin with, which one organisation makes for all. Where none is configured, they are Belfry's own. */
export const blueprintRoutes = handlers(blueprintOperations, (app) => {
  const { blueprintCreator } = app.config;

  async function requireScope(creator: string): Promise<Scope> {
    const scope = await blueprintScope(app.db, creator);
    if (!scope) throw notFound("This installation has no blueprints: set BELFRY_BLUEPRINT_CREATOR to an organization");
    return scope;
  }

  const listAll = async (): Promise<readonly Blueprint[]> =>
    blueprintCreator === null ? builtInBlueprints() : listBlueprints(app.db, await requireScope(blueprintCreator));

  async function getOne(reference: string): Promise<VersionWithSteps> {
    if (blueprintCreator !== null) return getWorkflow(app.db, await requireScope(blueprintCreator), reference);
    const found = findBuiltIn(reference);
    if (!found)
      throw notFound(`No blueprint with id ${reference} exists: take one of GET /v1/blueprints/group-by-category`);
    return found;
  }
  return {
    listBlueprints: async () => {
      const blueprints = await listAll();
      if (blueprints.length === 0) throw notFound("There are no blueprints yet: promote a workflow to Production");
      return { data: blueprintsView(blueprints) };
    },

    getBlueprint: async ({ params }) => ({ data: blueprintView(await getOne(params.blueprintId)) }),
  };
});
