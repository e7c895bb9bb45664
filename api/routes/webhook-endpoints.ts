import { z } from "zod";
import { data } from "#contract/common.ts";
import {
  ByWebhookEndpoint,
  ByWebhookMessage,
  CreateWebhookEndpoint,
  ListWebhookMessages,
  ResendFailed,
  ResentWebhooks,
  UpdateWebhookEndpoint,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
  WebhookMessage,
  WebhookMessagePage,
} from "#contract/webhooks.ts";
import { getEndpoint, listEndpoints } from "#db/queries/webhooks/webhook-endpoints.ts";
import { getWebhookMessage, listWebhookMessages } from "#db/queries/webhooks/webhook-messages.ts";
import { KEY, WEBHOOKS_ADMIN } from "../access.ts";
import { pageOf, placeOf } from "../keyset.ts";
import { failures } from "../plugins/errors.ts";
import {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  type EndpointWithSecret,
  removeWebhookEndpoint,
  rotateWebhookSecret,
} from "../services/save-webhook-endpoint.ts";
import { sendFailedWebhooksAgain, sendWebhookAgain, testWebhookEndpoint } from "../services/send-webhooks-again.ts";
import { webhookEndpointView, webhookMessageView } from "../views/webhooks.ts";
import type { ZodRoutes } from "../zod-routes.ts";

const access = [KEY, WEBHOOKS_ADMIN] as const;

const withSecret = ({ endpoint, secret }: EndpointWithSecret): WebhookEndpointWithSecretView => ({
  ...webhookEndpointView(endpoint),
  secret,
});
type WebhookEndpointWithSecretView = z.infer<typeof WebhookEndpointWithSecret>;

/** Addresses that an environment's events are reported to, and the log of what they were sent: docs/webhooks.md. */
export const webhookEndpointRoutes: ZodRoutes = async (app) => {
  app.get(
    "/webhook-endpoints",
    {
      schema: {
        summary: "Webhook endpoints, oldest first",
        response: { 200: data(z.array(WebhookEndpoint)), ...failures() },
      },
      config: { access },
    },
    async ({ scope }) => ({ data: (await listEndpoints(app.db, scope)).map((row) => webhookEndpointView(row)) }),
  );

  app.post(
    "/webhook-endpoints",
    {
      schema: {
        summary:
          "Have events sent to an address; the answer has the secret that they are signed with, and no other has",
        body: CreateWebhookEndpoint,
        response: { 201: data(WebhookEndpointWithSecret), ...failures("conflict") },
      },
      config: { access },
    },
    async (request, reply) =>
      reply.code(201).send({ data: withSecret(await createWebhookEndpoint(app, request, request.body)) }),
  );

  app.get(
    "/webhook-endpoints/:id",
    {
      schema: {
        summary: "One webhook endpoint",
        params: ByWebhookEndpoint,
        response: { 200: data(WebhookEndpoint), ...failures("not_found") },
      },
      config: { access },
    },
    async ({ scope, params }) => ({ data: webhookEndpointView(await getEndpoint(app.db, scope, params.id)) }),
  );

  app.patch(
    "/webhook-endpoints/:id",
    {
      schema: {
        summary: "Change a webhook endpoint; what is left out stays",
        params: ByWebhookEndpoint,
        body: UpdateWebhookEndpoint,
        response: { 200: data(WebhookEndpoint), ...failures("not_found") },
      },
      config: { access },
    },
    async (request) => ({
      data: webhookEndpointView(await changeWebhookEndpoint(app.db, request, request.params.id, request.body)),
    }),
  );

  app.delete(
    "/webhook-endpoints/:id",
    {
      schema: {
        summary: "Delete a webhook endpoint; what waits for it is not sent any more",
        params: ByWebhookEndpoint,
        response: { 204: z.null(), ...failures("not_found") },
      },
      config: { access },
    },
    async (request, reply) => {
      await removeWebhookEndpoint(app.db, request, request.params.id);
      return reply.code(204).send(null);
    },
  );

  app.post(
    "/webhook-endpoints/:id/rotate-secret",
    {
      schema: {
        summary: "Replace the secret; for 24 hours events are signed with both",
        params: ByWebhookEndpoint,
        response: { 200: data(WebhookEndpointWithSecret), ...failures("not_found") },
      },
      config: { access },
    },
    async (request) => ({ data: withSecret(await rotateWebhookSecret(app, request, request.params.id)) }),
  );

  app.post(
    "/webhook-endpoints/:id/test",
    {
      schema: {
        summary: "Send a test event to a webhook endpoint",
        params: ByWebhookEndpoint,
        response: { 201: data(WebhookMessage), ...failures("not_found", "conflict") },
      },
      config: { access },
    },
    async (request, reply) =>
      reply.code(201).send({ data: webhookMessageView(await testWebhookEndpoint(app, request, request.params.id)) }),
  );

  app.get(
    "/webhook-endpoints/:id/messages",
    {
      schema: {
        summary: "Events that were sent to a webhook endpoint, or wait to be, newest first",
        params: ByWebhookEndpoint,
        querystring: ListWebhookMessages,
        response: { 200: WebhookMessagePage, ...failures("not_found") },
      },
      config: { access },
    },
    async ({ scope, params, query: { cursor, limit, status } }) => {
      await getEndpoint(app.db, scope, params.id);
      const found = await listWebhookMessages(app.db, scope, params.id, { limit, after: placeOf(cursor), status });
      const { shown, next } = pageOf(found, limit, ({ row, at }) => ({ at, id: row.id }));
      return { data: shown.map(({ row }) => webhookMessageView(row)), next };
    },
  );

  app.get(
    "/webhook-endpoints/:id/messages/:messageId",
    {
      schema: {
        summary: "One event of a webhook endpoint, with the answer to its last attempt",
        params: ByWebhookMessage,
        response: { 200: data(WebhookMessage), ...failures("not_found") },
      },
      config: { access },
    },
    async ({ scope, params }) => {
      await getEndpoint(app.db, scope, params.id);
      return { data: webhookMessageView(await getWebhookMessage(app.db, scope, params.id, params.messageId)) };
    },
  );

  app.post(
    "/webhook-endpoints/:id/messages/:messageId/resend",
    {
      schema: {
        summary: "Send an event again, with the same webhook-id",
        params: ByWebhookMessage,
        response: { 200: data(WebhookMessage), ...failures("not_found", "conflict") },
      },
      config: { access },
    },
    async (request) => {
      const { id, messageId } = request.params;
      return { data: webhookMessageView(await sendWebhookAgain(app, request, id, messageId)) };
    },
  );

  app.post(
    "/webhook-endpoints/:id/resend-failed",
    {
      schema: {
        summary:
          "Send all events again that have failed since a moment; repeat the call while it says that there are more",
        params: ByWebhookEndpoint,
        body: ResendFailed,
        response: { 200: data(ResentWebhooks), ...failures("not_found", "conflict") },
      },
      config: { access },
    },
    async (request) => ({
      data: await sendFailedWebhooksAgain(app, request, request.params.id, new Date(request.body.since)),
    }),
  );
};
