import { handlers } from "#api/handlers.ts";
import { changeEnvironment } from "#api/services/environments/change-environment.ts";
import { deleteEnvironment } from "#api/services/environments/delete-environment.ts";
import { createEnvironment } from "#api/services/environments/manage-environments.ts";
import { reaches } from "#api/services/reach.ts";
import { apiKeyView } from "#api/views/api-keys.ts";
import { environmentView } from "#api/views/environments.ts";
import { environmentOperations } from "#contract/accounts/environments.ts";
import { listOrganizationApiKeys } from "#db/queries/environments/api-keys.ts";
import { type EnvironmentRow, findEnvironment, listEnvironments } from "#db/queries/environments/environments.ts";
import { environmentsDemandingProof } from "#db/queries/integrations/inbox-proof.ts";
import { notFound } from "#domain/errors.ts";

/** Environments of an organisation, Development and Production. */
export const environmentRoutes = handlers(environmentOperations, (app) => {
  const proofDemand = (rows: readonly EnvironmentRow[]) =>
    environmentsDemandingProof(
      app.db,
      rows.map(({ id }) => id),
    );

  const view = async (row: EnvironmentRow) => environmentView(row, (await proofDemand([row])).has(row.id));
  return {
    listEnvironments: async ({ scope, caller }) => {
      const [all, keys] = await Promise.all([
        listEnvironments(app.db, scope.organizationId),
        caller.permissions.has("keys.read") ? listOrganizationApiKeys(app.db, scope.organizationId) : [],
      ]);
      const environments = all.filter(({ id }) => reaches(caller, id));
      if (environments.length === 0) throw notFound("The organization has no environments");
      const demanding = await proofDemand(environments);
      const keysOf = (environmentId: string) =>
        keys
          .filter((key) => key.environmentId === environmentId && key.type === "environment")
          .map((key) => apiKeyView(key));
      return {
        data: environments.map((row) => ({ ...environmentView(row, demanding.has(row.id)), apiKeys: keysOf(row.id) })),
      };
    },

    createEnvironment: async (request) => {
      const { apiKeyRow, apiKey, ...environment } = await createEnvironment(app, request, request.body);
      const apiKeys = [apiKeyView(apiKeyRow, apiKey)];
      return { data: { ...(await view(environment)), apiKeys } };
    },

    getCurrentEnvironment: async ({ scope }) => {
      const environment = await findEnvironment(app.db, scope.organizationId, scope.environmentId);
      if (!environment) throw notFound(`Environment ${scope.environmentId} does not exist any more`);
      return { data: await view(environment) };
    },

    updateEnvironment: async (request) => {
      const { environment, isModified } = await changeEnvironment(app.db, request, request.params.id, request.body);
      return { data: { ...(await view(environment)), matched: 1, modified: isModified ? 1 : 0 } };
    },

    deleteEnvironment: async (request) => {
      await deleteEnvironment(app.db, request, request.params.id);
      return { data: { acknowledged: true as const, status: "deleted" as const } };
    },
  };
});
