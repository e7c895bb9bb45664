import { handlers } from "#api/handlers.ts";
import {
  changeCredentials,
  changeOnlineStatus,
  changeSubscriber,
  removeCredentials,
  removeSubscriber,
} from "#api/services/subscribers/change-subscriber.ts";
import { upsertBulk, upsertSubscriber } from "#api/services/subscribers/upsert-subscribers.ts";
import { subscriberView } from "#api/views/subscribers.ts";
import { subscriberOperations } from "#contract/subscribers.ts";
import { getSubscriber, listSubscribers } from "#db/queries/subscribers/subscribers.ts";

/** People who are notified. */
export const subscriberRoutes = handlers(subscriberOperations, (app) => ({
  listSubscribers: async ({ scope, query: { page, limit } }) => {
    const rows = await listSubscribers(app.db, scope, { page, limit });
    return { page, pageSize: limit, hasMore: rows.length === limit, data: rows.map(subscriberView) };
  },

  getSubscriber: async ({ scope, params }) => ({
    data: subscriberView(await getSubscriber(app.db, scope, params.subscriberId)),
  }),

  saveSubscriber: async (request) => ({ data: subscriberView(await upsertSubscriber(app, request, request.body)) }),

  saveSubscribers: async (request) => ({ data: await upsertBulk(app, request, request.body.subscribers) }),

  updateSubscriber: async (request) => ({
    data: subscriberView(await changeSubscriber(app, request, request.params.subscriberId, request.body)),
  }),

  deleteSubscriber: async (request) => {
    await removeSubscriber(app.db, request, request.params.subscriberId);
    return { data: { acknowledged: true as const, status: "deleted" as const } };
  },

  setOnlineStatus: async (request) => {
    const { params, body } = request;
    const isOnline = body.isOnline ?? body.online ?? false;
    return { data: subscriberView(await changeOnlineStatus(app.db, request, params.subscriberId, isOnline)) };
  },

  deleteCredentials: async (request) => {
    await removeCredentials(app.db, request, request.params.subscriberId, request.params.providerId);
    return null;
  },

  setCredentials: async (request) => {
    const { params, body } = request;
    return { data: subscriberView(await changeCredentials(app.db, request, params.subscriberId, body, "set")) };
  },

  addCredentials: async (request) => {
    const { params, body } = request;
    return { data: subscriberView(await changeCredentials(app.db, request, params.subscriberId, body, "append")) };
  },
}));
