import { Deleted, data } from "#contract/common.ts";
import { BySubscriber, Subscriber } from "#contract/subscribers.ts";
import {
  FailIfExists,
  PatchSubscriber,
  SaveSubscriber,
  SearchSubscribers,
  SubscriberList,
} from "#contract/subscribers-v2.ts";
import { ListTopicsOfSubscriber, SubscriptionList } from "#contract/topics-v2.ts";
import { searchSubscribers } from "#db/queries/subscribers/search-subscribers.ts";
import { getSubscriber } from "#db/queries/subscribers/subscribers.ts";
import { listTopicsOfSubscriber } from "#db/queries/topics/memberships.ts";
import { KEY, MEMBER } from "../../access.ts";
import { cursorPage, windowOf } from "../../cursor-list.ts";
import { failures } from "../../plugins/errors.ts";
import { removeSubscriber } from "../../services/change-subscriber.ts";
import { patchSubscriber, saveSubscriber } from "../../services/save-subscriber.ts";
import { subscriberView } from "../../views/subscribers.ts";
import { subscriptionView } from "../../views/topics.ts";
import type { ZodRoutes } from "../../zod-routes.ts";

const config = { access: [KEY, MEMBER] } as const;
const found = { 200: data(Subscriber), ...failures("not_found") };

/** People who are notified, as newer clients read and change them. */
export const subscriberV2Routes: ZodRoutes = async (app) => {
  app.get(
    "/subscribers",
    {
      schema: {
        summary: "List or search subscribers",
        querystring: SearchSubscribers,
        response: { 200: SubscriberList, ...failures() },
      },
      config,
    },
    async ({ scope, query }) => {
      const { email, name, phone, subscriberId } = query;
      const search = { email, name, phone, subscriberId };
      const listed = await searchSubscribers(app.db, scope, search, windowOf(query));
      return cursorPage(listed, query, (row) => row, subscriberView);
    },
  );

  app.post(
    "/subscribers",
    {
      schema: {
        summary: "Create a subscriber, or change the one there is",
        querystring: FailIfExists,
        body: SaveSubscriber,
        response: { 201: data(Subscriber), ...failures("conflict") },
      },
      config,
    },
    async (request, reply) => {
      const { failIfExists = false } = request.query;
      const row = await saveSubscriber(app, request, request.body, { failIfExists });
      return reply.code(201).send({ data: subscriberView(row) });
    },
  );

  app.get(
    "/subscribers/:subscriberId",
    { schema: { summary: "Read a subscriber", params: BySubscriber, response: found }, config },
    async ({ scope, params }) => ({ data: subscriberView(await getSubscriber(app.db, scope, params.subscriberId)) }),
  );

  app.patch(
    "/subscribers/:subscriberId",
    {
      schema: { summary: "Change a subscriber", params: BySubscriber, body: PatchSubscriber, response: found },
      config,
    },
    async (request) => ({
      data: subscriberView(await patchSubscriber(app, request, { ...request.body, ...request.params })),
    }),
  );

  app.delete(
    "/subscribers/:subscriberId",
    {
      schema: {
        summary: "Delete a subscriber",
        params: BySubscriber,
        response: { 200: data(Deleted), ...failures("not_found") },
      },
      config,
    },
    async (request) => {
      await removeSubscriber(app.db, request, request.params.subscriberId);
      return { data: { acknowledged: true as const, status: "deleted" as const } };
    },
  );

  app.get(
    "/subscribers/:subscriberId/subscriptions",
    {
      schema: {
        summary: "List the topics of a subscriber",
        params: BySubscriber,
        querystring: ListTopicsOfSubscriber,
        response: { 200: SubscriptionList, ...failures("not_found") },
      },
      config,
    },
    async ({ scope, params, query }) => {
      const { id } = await getSubscriber(app.db, scope, params.subscriberId);
      const listed = await listTopicsOfSubscriber(app.db, id, query.key, windowOf(query));
      return cursorPage(listed, query, ({ link, at }) => ({ at, id: link.id }), subscriptionView);
    },
  );
};
