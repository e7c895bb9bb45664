import { z } from "zod";
import { Deleted, data, Id } from "#contract/common.ts";
import {
  ApiKey,
  CreateEnvironment,
  Environment,
  EnvironmentChanged,
  UpdateEnvironment,
} from "#contract/environments.ts";
import { listApiKeys, listOrganizationApiKeys } from "#db/queries/environments/api-keys.ts";
import { type EnvironmentRow, findEnvironment, listEnvironments } from "#db/queries/environments/environments.ts";
import { environmentsDemandingProof } from "#db/queries/integrations/inbox-proof.ts";
import { notFound } from "#domain/errors.ts";
import { ENVIRONMENT_ADMIN, ENVIRONMENTS_ADMIN, KEY, MEMBER, ORGANIZATION_MEMBER } from "../access.ts";
import { failures } from "../plugins/errors.ts";
import { changeEnvironment } from "../services/change-environment.ts";
import { deleteEnvironment } from "../services/delete-environment.ts";
import { createEnvironment, regenerateApiKeys } from "../services/manage-environments.ts";
import { apiKeyView, environmentView } from "../views/environments.ts";
import type { ZodRoutes } from "../zod-routes.ts";

const access = [KEY, MEMBER] as const;

/** Environments of an organisation, Development and Production. */
export const environmentRoutes: ZodRoutes = async (app) => {
  const { encryptionKey } = app.config;
  const proofDemand = (rows: readonly EnvironmentRow[]) =>
    environmentsDemandingProof(
      app.db,
      rows.map(({ id }) => id),
    );
  const view = async (row: EnvironmentRow) => environmentView(row, (await proofDemand([row])).has(row.id));

  app.get(
    "/environments",
    {
      schema: { response: { 200: data(z.array(Environment)), ...failures("not_found") } },
      config: { access: [KEY, ORGANIZATION_MEMBER] },
    },
    async ({ scope, caller }) => {
      const [environments, keys] = await Promise.all([
        listEnvironments(app.db, scope.organizationId),
        // A key may not be a way to the keys of other environments.
        caller.kind === "key"
          ? listApiKeys(app.db, { ...scope, environmentId: caller.environmentId })
          : listOrganizationApiKeys(app.db, scope.organizationId),
      ]);
      if (environments.length === 0) throw notFound("The organization has no environments");
      const demanding = await proofDemand(environments);
      const keysOf = (environmentId: string) =>
        keys.filter((key) => key.environmentId === environmentId).map((key) => apiKeyView(key, encryptionKey));
      return {
        data: environments.map((row) => ({ ...environmentView(row, demanding.has(row.id)), apiKeys: keysOf(row.id) })),
      };
    },
  );

  app.post(
    "/environments",
    {
      schema: { body: CreateEnvironment, response: { 201: data(Environment), ...failures("forbidden") } },
      config: { access: [KEY, ENVIRONMENTS_ADMIN] },
    },
    async (request, reply) => {
      const environment = await createEnvironment(app, request, request.body.name);
      const apiKeys = [{ key: environment.apiKey, _userId: request.caller.userId }];
      return reply.code(201).send({ data: { ...(await view(environment)), apiKeys } });
    },
  );

  app.get(
    "/environments/me",
    { schema: { response: { 200: data(Environment), ...failures("not_found") } }, config: { access } },
    async ({ scope }) => {
      const environment = await findEnvironment(app.db, scope.organizationId, scope.environmentId);
      if (!environment) throw notFound(`Environment ${scope.environmentId} does not exist any more`);
      return { data: await view(environment) };
    },
  );

  app.put(
    "/environments/:id",
    {
      schema: {
        params: z.object({ id: Id }),
        body: UpdateEnvironment,
        response: { 200: data(EnvironmentChanged), ...failures("forbidden", "not_found", "conflict") },
      },
      config: { access: [KEY, ENVIRONMENTS_ADMIN] },
    },
    async (request) => {
      const { environment, isModified } = await changeEnvironment(app.db, request, request.params.id, request.body);
      return { data: { ...(await view(environment)), matched: 1, modified: isModified ? 1 : 0 } };
    },
  );

  app.delete(
    "/environments/:id",
    {
      schema: {
        summary: "Delete an environment with everything in it; not Development or Production",
        params: z.object({ id: z.string() }),
        response: { 200: data(Deleted), ...failures("forbidden", "not_found") },
      },
      config: { access: [KEY, ENVIRONMENTS_ADMIN] },
    },
    async (request) => {
      await deleteEnvironment(app.db, request, request.params.id);
      return { data: { acknowledged: true as const, status: "deleted" as const } };
    },
  );

  app.get(
    "/environments/api-keys",
    { schema: { response: { 200: data(z.array(ApiKey)), ...failures() } }, config: { access } },
    async ({ scope }) => ({
      data: (await listApiKeys(app.db, scope)).map((key) => apiKeyView(key, encryptionKey)),
    }),
  );

  app.post(
    "/environments/api-keys/regenerate",
    {
      schema: { response: { 201: data(z.array(ApiKey)), ...failures("forbidden") } },
      config: { access: [KEY, ENVIRONMENT_ADMIN] },
    },
    async (request, reply) => {
      const key = await regenerateApiKeys(app, request);
      return reply.code(201).send({ data: [apiKeyView(key, encryptionKey)] });
    },
  );
};
