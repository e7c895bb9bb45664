import { environmentTagOperations } from "#contract/v2/workflows.ts";
import { findEnvironment } from "#db/queries/environments/environments.ts";
import { listTags } from "#db/queries/workflows/list-tags.ts";
import { notFound } from "#domain/errors.ts";
import { idIn } from "#domain/values/short-id.ts";
import { handlers } from "../../handlers.ts";

/** The tags that workflows of an environment have. */
export const environmentTagRoutes = handlers(environmentTagOperations, (app) => ({
  listTagsOfEnvironment: async ({ scope, caller, params }) => {
    const id = idIn(params.id);
    const isOpen = id !== undefined && (caller.kind !== "key" || id === scope.environmentId);
    const environment = isOpen ? await findEnvironment(app.db, scope.organizationId, id) : undefined;
    if (!environment) throw notFound(`Environment ${params.id} not found`);
    return { data: (await listTags(app.db, environment.id)).map((name) => ({ name })) };
  },
}));
