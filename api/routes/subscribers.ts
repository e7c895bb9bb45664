import { z } from "zod";
import { Deleted, data } from "#contract/common.ts";
import {
  BulkSubscribers,
  BulkSubscribersResult,
  BySubscriber,
  CreateSubscriber,
  ListSubscribers,
  OnlineStatus,
  SetCredentials,
  Subscriber,
  SubscriberPage,
  UpdateSubscriber,
} from "#contract/subscribers.ts";
import {
  deleteCredentials,
  deleteSubscriber,
  getSubscriber,
  listSubscribers,
  refusedSubscriber,
  type SubscriberRow,
  setCredentials,
  setOnlineStatus,
  updateSubscriber,
} from "#db/queries/subscribers/subscribers.ts";
import { failures } from "../plugins/errors.ts";
import { givenSubscriber, upsertBulk, upsertSubscriber } from "../services/upsert-subscribers.ts";
import { subscriberView } from "../views/subscribers.ts";
import type { ZodRoutes } from "../zod-routes.ts";

const found = { 200: data(Subscriber) };

/** People who are notified: api-management.md 6.1 and 6.2. */
export const subscriberRoutes: ZodRoutes = async (app) => {
  app.get(
    "/subscribers",
    { schema: { querystring: ListSubscribers, response: { 200: SubscriberPage, ...failures() } } },
    async ({ scope, query: { page, limit } }) => {
      const rows = await listSubscribers(app.db, scope, { page, limit });
      return { page, pageSize: limit, hasMore: rows.length === limit, data: rows.map(subscriberView) };
    },
  );

  app.get(
    "/subscribers/:subscriberId",
    { schema: { params: BySubscriber, response: { ...found, ...failures("not_found") } } },
    async ({ scope, params }) => ({ data: subscriberView(await getSubscriber(app.db, scope, params.subscriberId)) }),
  );

  app.post(
    "/subscribers",
    { schema: { body: CreateSubscriber, response: { 201: data(Subscriber), ...failures() } } },
    async ({ scope, body }, reply) =>
      reply.code(201).send({ data: subscriberView(await upsertSubscriber(app.db, scope, body)) }),
  );

  app.post(
    "/subscribers/bulk",
    { schema: { body: BulkSubscribers, response: { 201: data(BulkSubscribersResult), ...failures() } } },
    async ({ scope, body }, reply) => reply.code(201).send({ data: await upsertBulk(app.db, scope, body.subscribers) }),
  );

  app.put(
    "/subscribers/:subscriberId",
    { schema: { params: BySubscriber, body: UpdateSubscriber, response: { ...found, ...failures() } } },
    async ({ scope, params: { subscriberId }, body }) => {
      const row = await updateSubscriber(app.db, scope, givenSubscriber({ ...body, subscriberId }));
      return { data: existing(row, subscriberId) };
    },
  );

  app.delete(
    "/subscribers/:subscriberId",
    { schema: { params: BySubscriber, response: { 200: data(Deleted), ...failures("not_found") } } },
    async ({ scope, params }) => {
      await deleteSubscriber(app.db, scope, params.subscriberId);
      return { data: { acknowledged: true as const, status: "deleted" as const } };
    },
  );

  app.patch(
    "/subscribers/:subscriberId/online-status",
    { schema: { params: BySubscriber, body: OnlineStatus, response: { ...found, ...failures("not_found") } } },
    async ({ scope, params, body }) => {
      const isOnline = body.isOnline ?? body.online ?? false;
      return { data: subscriberView(await setOnlineStatus(app.db, scope, params.subscriberId, isOnline)) };
    },
  );

  for (const [method, mode] of [
    ["PUT", "set"],
    ["PATCH", "append"],
  ] as const) {
    app.route({
      method,
      url: "/subscribers/:subscriberId/credentials",
      schema: { params: BySubscriber, body: SetCredentials, response: { ...found, ...failures() } },
      handler: async ({ scope, params: { subscriberId }, body }) => {
        const row = await setCredentials(app.db, scope, subscriberId, body, mode);
        return { data: existing(row, subscriberId) };
      },
    });
  }

  app.delete(
    "/subscribers/:subscriberId/credentials/:providerId",
    {
      schema: {
        params: BySubscriber.extend({ providerId: z.string() }),
        response: { 204: z.null(), ...failures("not_found") },
      },
    },
    async ({ scope, params }, reply) => {
      await deleteCredentials(app.db, scope, params.subscriberId, params.providerId);
      return reply.code(204).send(null);
    },
  );
};

function existing(row: SubscriberRow | undefined, subscriberId: string): Subscriber {
  if (!row) throw refusedSubscriber(subscriberId);
  return subscriberView(row);
}
