import { subscriberV2Operations } from "#contract/v2/subscribers.ts";
import { searchSubscribers } from "#db/queries/subscribers/search-subscribers.ts";
import { getSubscriber } from "#db/queries/subscribers/subscribers.ts";
import { cursorPage, windowOf } from "../../cursor-list.ts";
import { handlers } from "../../handlers.ts";
import { removeSubscriber } from "../../services/subscribers/change-subscriber.ts";
import { patchSubscriber, saveSubscriber } from "../../services/subscribers/save-subscriber.ts";
import { subscriberView } from "../../views/subscribers.ts";

/** People who are notified, as newer clients read and change them. */
export const subscriberV2Routes = handlers(subscriberV2Operations, (app) => ({
  searchSubscribers: async ({ scope, query }) => {
    const { email, name, phone, subscriberId, query: any } = query;
    const search = { email, name, phone, subscriberId, query: any || undefined };
    const listed = await searchSubscribers(app.db, scope, search, windowOf(query));
    return cursorPage(listed, query, (row) => row, subscriberView);
  },

  createSubscriberV2: async (request) => {
    const { failIfExists = false } = request.query;
    const row = await saveSubscriber(app, request, request.body, { failIfExists });
    return { data: subscriberView(row) };
  },

  getSubscriberV2: async ({ scope, params }) => ({
    data: subscriberView(await getSubscriber(app.db, scope, params.subscriberId)),
  }),

  patchSubscriber: async (request) => ({
    data: subscriberView(await patchSubscriber(app, request, { ...request.body, ...request.params })),
  }),

  deleteSubscriberV2: async (request) => {
    await removeSubscriber(app.db, request, request.params.subscriberId);
    return { data: { acknowledged: true as const, status: "deleted" as const } };
  },
}));
