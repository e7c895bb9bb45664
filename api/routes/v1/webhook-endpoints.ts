import type { z } from "zod";
import { type WebhookEndpointWithSecret, webhookEndpointOperations } from "#contract/webhooks.ts";
import { getEndpoint, listEndpoints } from "#db/queries/webhooks/webhook-endpoints.ts";
import { getWebhookMessage, listWebhookMessages } from "#db/queries/webhooks/webhook-messages.ts";
import { handlers } from "../../handlers.ts";
import { pageOf, placeOf } from "../../keyset.ts";
import { countRecoverableWebhooks, recoverWebhooks } from "../../services/webhooks/recover-webhooks.ts";
import {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  type EndpointWithSecret,
  removeWebhookEndpoint,
  rotateWebhookSecret,
} from "../../services/webhooks/save-webhook-endpoint.ts";
import { sendWebhookAgain, testWebhookEndpoint } from "../../services/webhooks/send-webhooks-again.ts";
import { webhookEndpointView, webhookMessageView } from "../../views/webhooks.ts";

const withSecret = ({ endpoint, secret }: EndpointWithSecret): WebhookEndpointWithSecretView => ({
  ...webhookEndpointView(endpoint),
  secret,
});
type WebhookEndpointWithSecretView = z.infer<typeof WebhookEndpointWithSecret>;

/** Addresses that an environment's events are reported to, and the log of what they were sent: docs/webhooks.md. */
export const webhookEndpointRoutes = handlers(webhookEndpointOperations, (app) => ({
  listWebhookEndpoints: async ({ scope }) => ({
    data: (await listEndpoints(app.db, scope)).map((row) => webhookEndpointView(row)),
  }),

  createWebhookEndpoint: async (request) => ({
    data: withSecret(await createWebhookEndpoint(app, request, request.body)),
  }),

  getWebhookEndpoint: async ({ scope, params }) => ({
    data: webhookEndpointView(await getEndpoint(app.db, scope, params.id)),
  }),

  updateWebhookEndpoint: async (request) => ({
    data: webhookEndpointView(await changeWebhookEndpoint(app.db, request, request.params.id, request.body)),
  }),

  deleteWebhookEndpoint: async (request) => {
    await removeWebhookEndpoint(app.db, request, request.params.id);
    return null;
  },

  rotateWebhookSecret: async (request) => ({
    data: withSecret(await rotateWebhookSecret(app, request, request.params.id)),
  }),

  testWebhookEndpoint: async (request) => ({
    data: webhookMessageView(await testWebhookEndpoint(app, request, request.params.id)),
  }),

  listWebhookMessages: async ({ scope, params, query: { cursor, limit, status } }) => {
    await getEndpoint(app.db, scope, params.id);
    const found = await listWebhookMessages(app.db, scope, params.id, { limit, after: placeOf(cursor), status });
    const { shown, next } = pageOf(found, limit, ({ row, at }) => ({ at, id: row.id }));
    return { data: shown.map(({ row }) => webhookMessageView(row)), next };
  },

  getWebhookMessage: async ({ scope, params }) => {
    await getEndpoint(app.db, scope, params.id);
    return { data: webhookMessageView(await getWebhookMessage(app.db, scope, params.id, params.messageId)) };
  },

  resendWebhookMessage: async (request) => {
    const { id, messageId } = request.params;
    return { data: webhookMessageView(await sendWebhookAgain(app, request, id, messageId)) };
  },

  countRecoverableWebhooks: async ({ scope, params, query }) => ({
    data: await countRecoverableWebhooks(app.db, scope, params.id, new Date(query.since)),
  }),

  recoverWebhooks: async (request) => ({
    data: await recoverWebhooks(app, request, request.params.id, {
      since: new Date(request.body.since),
      missed: request.body.missed,
    }),
  }),
}));
