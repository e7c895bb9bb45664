import { handlers } from "#api/handlers.ts";
import { pageOf, placeOf } from "#api/keyset.ts";
import { pullWebhookEvents } from "#api/services/webhooks/pull-webhook-events.ts";
import { setKeptEvents } from "#api/services/webhooks/set-kept-events.ts";
import { webhookEventView } from "#api/views/webhooks.ts";
import { webhookEventOperations } from "#contract/activity/webhook-events.ts";
import { WEBHOOK_EVENT_DAYS } from "#contract/constants/webhooks.ts";
import { findKeptEvents, listWebhookEvents } from "#db/queries/webhooks/webhook-events.ts";

/** The log of webhook events, for receivers that pull it: docs/webhooks.md. */
export const webhookEventRoutes = handlers(webhookEventOperations, (app) => ({
  pullWebhookEvents: async ({ scope, query }) => {
    const { rows, ...pulled } = await pullWebhookEvents(app.db, scope, query);
    return { data: rows.map(webhookEventView), ...pulled };
  },

  listWebhookEvents: async ({ scope, query: { cursor, limit, types } }) => {
    const found = await listWebhookEvents(app.db, scope, { limit, after: placeOf(cursor), types });
    const { shown, next } = pageOf(found, limit, ({ row, at }) => ({ at, id: row.id }));
    return { data: shown.map(({ row }) => webhookEventView(row)), next };
  },

  getWebhookEventSettings: async ({ scope }) => ({
    data: { kept: await findKeptEvents(app.db, scope), days: WEBHOOK_EVENT_DAYS },
  }),

  setWebhookEventSettings: async (request) => ({
    data: { kept: await setKeptEvents(app.db, request, request.body.kept), days: WEBHOOK_EVENT_DAYS },
  }),
}));
