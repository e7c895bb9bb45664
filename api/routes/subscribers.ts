import { z } from "zod";
import { Deleted, data } from "#contract/common.ts";
import { providerIdOf } from "#contract/constants/provider-ids.ts";
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
import { getSubscriber, listSubscribers } from "#db/queries/subscribers/subscribers.ts";
import { KEY, MEMBER } from "../access.ts";
import { failures } from "../plugins/errors.ts";
import {
  changeCredentials,
  changeOnlineStatus,
  changeSubscriber,
  removeCredentials,
  removeSubscriber,
} from "../services/change-subscriber.ts";
import { upsertBulk, upsertSubscriber } from "../services/upsert-subscribers.ts";
import { subscriberView } from "../views/subscribers.ts";
import type { ZodRoutes } from "../zod-routes.ts";

const found = { 200: data(Subscriber) };

const access = [KEY, MEMBER] as const;

/** People who are notified. */
export const subscriberRoutes: ZodRoutes = async (app) => {
  app.get(
    "/subscribers",
    { schema: { querystring: ListSubscribers, response: { 200: SubscriberPage, ...failures() } }, config: { access } },
    async ({ scope, query: { page, limit } }) => {
      const rows = await listSubscribers(app.db, scope, { page, limit });
      return { page, pageSize: limit, hasMore: rows.length === limit, data: rows.map(subscriberView) };
    },
  );

  app.get(
    "/subscribers/:subscriberId",
    { schema: { params: BySubscriber, response: { ...found, ...failures("not_found") } }, config: { access } },
    async ({ scope, params }) => ({ data: subscriberView(await getSubscriber(app.db, scope, params.subscriberId)) }),
  );

  app.post(
    "/subscribers",
    { schema: { body: CreateSubscriber, response: { 201: data(Subscriber), ...failures() } }, config: { access } },
    async (request, reply) =>
      reply.code(201).send({ data: subscriberView(await upsertSubscriber(app, request, request.body)) }),
  );

  app.post(
    "/subscribers/bulk",
    {
      schema: { body: BulkSubscribers, response: { 201: data(BulkSubscribersResult), ...failures() } },
      config: { access, rate: { cost: "bulk" } },
    },
    async (request, reply) => reply.code(201).send({ data: await upsertBulk(app, request, request.body.subscribers) }),
  );

  app.put(
    "/subscribers/:subscriberId",
    {
      schema: { params: BySubscriber, body: UpdateSubscriber, response: { ...found, ...failures() } },
      config: { access },
    },
    async (request) => ({
      data: subscriberView(await changeSubscriber(app, request, request.params.subscriberId, request.body)),
    }),
  );

  app.delete(
    "/subscribers/:subscriberId",
    {
      schema: { params: BySubscriber, response: { 200: data(Deleted), ...failures("not_found") } },
      config: { access },
    },
    async (request) => {
      await removeSubscriber(app.db, request, request.params.subscriberId);
      return { data: { acknowledged: true as const, status: "deleted" as const } };
    },
  );

  app.patch(
    "/subscribers/:subscriberId/online-status",
    {
      schema: { params: BySubscriber, body: OnlineStatus, response: { ...found, ...failures("not_found") } },
      config: { access },
    },
    async (request) => {
      const { params, body } = request;
      const isOnline = body.isOnline ?? body.online ?? false;
      return { data: subscriberView(await changeOnlineStatus(app.db, request, params.subscriberId, isOnline)) };
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
      config: { access },
      handler: async (request) => {
        const { params, body } = request;
        return { data: subscriberView(await changeCredentials(app.db, request, params.subscriberId, body, mode)) };
      },
    });
  }

  app.delete(
    "/subscribers/:subscriberId/credentials/:providerId",
    {
      schema: {
        params: BySubscriber.extend({ providerId: z.string().overwrite(providerIdOf) }),
        response: { 204: z.null(), ...failures("not_found") },
      },
      config: { access },
    },
    async (request, reply) => {
      await removeCredentials(app.db, request, request.params.subscriberId, request.params.providerId);
      return reply.code(204).send(null);
    },
  );
};
