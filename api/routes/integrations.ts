import { z } from "zod";
import { data, Id } from "#contract/common.ts";
import { CHANNELS } from "#contract/constants/channels.ts";
import {
  CreateIntegration,
  DemoUsage,
  Integration,
  OrderIntegrations,
  UpdateIntegration,
} from "#contract/integrations.ts";
import { CatalogueEntry } from "#contract/providers.ts";
import { hasConnectedInbox, type IntegrationRow, listIntegrations } from "#db/queries/integrations/integrations.ts";
import { catalogue } from "#providers/registry.ts";
import { KEY, MEMBER } from "../access.ts";
import { failures } from "../plugins/errors.ts";
import { demoUsage } from "../services/demo-usage.ts";
import {
  changeIntegration,
  createIntegration,
  makeIntegrationPrimary,
  removeIntegration,
  setIntegrationOrder,
} from "../services/save-integration.ts";
import { webhookStatus } from "../services/webhook-status.ts";
import { isTypedClient } from "../typed-client.ts";
import { integrationView } from "../views/integrations.ts";
import { typedAnswer } from "../views/typed-answer.ts";
import { typedIntegration } from "../views/typed-integration.ts";
import type { ZodRoutes } from "../zod-routes.ts";

const ById = z.object({ id: z.string() });
const list = { 200: data(z.array(Integration)), ...failures() };

const access = [KEY, MEMBER] as const;

/** Connections to providers. */
export const integrationRoutes: ZodRoutes = async (app) => {
  app.addHook("preSerialization", async (request, _reply, answer) =>
    isTypedClient(request) ? typedAnswer(answer, typedIntegration) : answer,
  );

  const view = (row: IntegrationRow) => integrationView(row, app.config);

  app.get("/integrations", { schema: { response: list }, config: { access } }, async ({ scope }) => {
    const rows = await listIntegrations(app.db, scope);
    return { data: rows.map(view) };
  });

  app.get("/integrations/active", { schema: { response: list }, config: { access } }, async ({ scope }) => {
    const rows = await listIntegrations(app.db, scope, { active: true });
    return { data: rows.map(view) };
  });

  app.get(
    "/integrations/providers",
    {
      schema: {
        summary: "What can be connected, and what each provider asks for",
        response: { 200: data(z.array(CatalogueEntry)), ...failures() },
      },
      config: { access },
    },
    async () => ({ data: catalogue() }),
  );

  app.get(
    "/integrations/in-app/status",
    { schema: { response: { 200: data(z.object({ active: z.boolean() })), ...failures() } }, config: { access } },
    async ({ scope }) => ({ data: { active: await hasConnectedInbox(app.db, scope) } }),
  );

  app.get(
    "/integrations/webhook/provider/:providerOrIntegrationId/status",
    {
      schema: {
        params: z.object({ providerOrIntegrationId: z.string() }),
        response: { 200: data(z.boolean()), ...failures("not_found") },
      },
      config: { access },
    },
    async ({ scope, params }) => ({ data: await webhookStatus(app.db, scope, params.providerOrIntegrationId) }),
  );

  app.get(
    "/integrations/:channel/limit",
    {
      schema: {
        params: z.object({ channel: z.enum(CHANNELS) }),
        response: { 200: data(DemoUsage), ...failures() },
      },
      config: { access },
    },
    async ({ scope, params }) => ({ data: await demoUsage(app, scope, params.channel) }),
  );

  app.post(
    "/integrations",
    {
      schema: { body: CreateIntegration, response: { 201: data(Integration), ...failures("conflict") } },
      config: { access },
    },
    async (request, reply) => reply.code(201).send({ data: view(await createIntegration(app, request, request.body)) }),
  );

  app.put(
    "/integrations/order",
    {
      schema: {
        summary: "Set the order in which the integrations of a channel are tried",
        body: OrderIntegrations,
        response: { 200: data(z.array(Integration)), ...failures() },
      },
      config: { access },
    },
    async (request) => ({
      data: (await setIntegrationOrder(app.db, request, request.body)).map(view),
    }),
  );

  app.put(
    "/integrations/:id",
    {
      schema: {
        params: ById,
        body: UpdateIntegration,
        response: { 200: data(Integration), ...failures("not_found", "conflict") },
      },
      config: { access },
    },
    async (request) => ({
      data: view(await changeIntegration(app, request, request.params.id, request.body)),
    }),
  );

  app.post(
    "/integrations/:integrationId/set-primary",
    {
      schema: {
        params: z.object({ integrationId: Id }),
        response: { 200: data(Integration), ...failures("not_found") },
      },
      config: { access },
    },
    async (request) => ({
      data: view(await makeIntegrationPrimary(app.db, request, request.params.integrationId)),
    }),
  );

  app.delete(
    "/integrations/:id",
    { schema: { params: ById, response: { ...list, ...failures("not_found") } }, config: { access } },
    async (request) => ({
      data: (await removeIntegration(app.db, request, request.params.id)).map(view),
    }),
  );
};
