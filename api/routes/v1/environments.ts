import { allows } from "#contract/constants/permissions.ts";
import { environmentOperations } from "#contract/environments.ts";
import { listApiKeys, listOrganizationApiKeys } from "#db/queries/environments/api-keys.ts";
import { type EnvironmentRow, findEnvironment, listEnvironments } from "#db/queries/environments/environments.ts";
import { environmentsDemandingProof } from "#db/queries/integrations/inbox-proof.ts";
import { notFound } from "#domain/errors.ts";
import { handlers } from "../../handlers.ts";
import { changeEnvironment } from "../../services/environments/change-environment.ts";
import { deleteEnvironment } from "../../services/environments/delete-environment.ts";
import { createEnvironment, regenerateApiKeys } from "../../services/environments/manage-environments.ts";
import { apiKeyView, environmentView } from "../../views/environments.ts";

/** Environments of an organisation, Development and Production. */
export const environmentRoutes = handlers(environmentOperations, (app) => {
  const { encryptionKey } = app.config;

  const proofDemand = (rows: readonly EnvironmentRow[]) =>
    environmentsDemandingProof(
      app.db,
      rows.map(({ id }) => id),
    );

  const view = async (row: EnvironmentRow) => environmentView(row, (await proofDemand([row])).has(row.id));
  return {
    listEnvironments: async ({ scope, caller }) => {
      const [environments, keys] = await Promise.all([
        listEnvironments(app.db, scope.organizationId),
        // A key may not be a way to the keys of other environments.
        caller.kind === "key"
          ? listApiKeys(app.db, { ...scope, environmentId: caller.environmentId })
          : allows(caller.roles, "keys.read")
            ? listOrganizationApiKeys(app.db, scope.organizationId)
            : [],
      ]);
      if (environments.length === 0) throw notFound("The organization has no environments");
      const demanding = await proofDemand(environments);
      const keysOf = (environmentId: string) =>
        keys.filter((key) => key.environmentId === environmentId).map((key) => apiKeyView(key, encryptionKey));
      return {
        data: environments.map((row) => ({ ...environmentView(row, demanding.has(row.id)), apiKeys: keysOf(row.id) })),
      };
    },

    createEnvironment: async (request) => {
      const environment = await createEnvironment(app, request, request.body.name);
      const apiKeys = [{ key: environment.apiKey, _userId: request.caller.userId }];
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

    listApiKeys: async ({ scope }) => ({
      data: (await listApiKeys(app.db, scope)).map((key) => apiKeyView(key, encryptionKey)),
    }),

    regenerateApiKeys: async (request) => {
      const key = await regenerateApiKeys(app, request);
      return { data: [apiKeyView(key, encryptionKey)] };
    },
  };
});
