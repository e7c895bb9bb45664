import { z } from "zod";
import { data } from "#contract/common.ts";
import {
  ByNotification,
  ChangeAllNotifications,
  CountNotifications,
  InboxNotification,
  ListNotifications,
  NotificationAction,
  NotificationCounts,
  NotificationPage,
  SeeNotifications,
  SnoozeNotification,
} from "#contract/inbox-notifications.ts";
import { BySubscriber } from "#contract/subscribers.ts";
import { getSubscriber } from "#db/queries/subscribers/subscribers.ts";
import type { Scope } from "#db/scope.ts";
import { KEY, MEMBER } from "../access.ts";
import { failures } from "../plugins/errors.ts";
import { changeAll, changeOne, pressButton, removeNotification, snooze } from "../services/change-notifications.ts";
import { changedNotificationView, inboxNotificationView } from "../views/inbox-notifications.ts";
import type { ZodRoutes } from "../zod-routes.ts";
import { readCounts, readPage } from "./inbox/read-notifications.ts";

const BASE = "/subscribers/:subscriberId/notifications";

const config = { access: [KEY, MEMBER] } as const;
const params = BySubscriber.extend(ByNotification.shape);
const one = { 200: data(InboxNotification), ...failures("not_found") };
const none = { 204: z.null(), ...failures("not_found") };

/** Notifications of a subscriber's inbox on the subscriber's behalf, under /v2: client-api-3x.md section 3. */
export const subscriberNotificationRoutes: ZodRoutes = async (app) => {
  const idOf = async (scope: Scope, subscriberId: string) => (await getSubscriber(app.db, scope, subscriberId)).id;
  const inboxOf = async (scope: Scope, subscriberId: string) => {
    return { scope, subscriberId: await idOf(scope, subscriberId) };
  };

  app.get(
    BASE,
    {
      schema: {
        params: BySubscriber,
        querystring: ListNotifications,
        response: { 200: NotificationPage, ...failures("not_found") },
      },
      config,
    },
    async ({ scope, params, query }) => readPage(app.db, await inboxOf(scope, params.subscriberId), query),
  );

  app.get(
    `${BASE}/count`,
    {
      schema: {
        params: BySubscriber,
        querystring: CountNotifications,
        response: { 200: NotificationCounts, ...failures("not_found") },
      },
      config,
    },
    async ({ scope, params, query }) => readCounts(app.db, await inboxOf(scope, params.subscriberId), query),
  );

  for (const kind of ["read", "unread", "archive", "unarchive", "unsnooze"] as const) {
    app.patch(`${BASE}/:notificationId/${kind}`, { schema: { params, response: one }, config }, async (request) => {
      const { subscriberId, notificationId } = request.params;
      const row = await changeOne(app, request, await idOf(request.scope, subscriberId), notificationId, { kind });
      return { data: changedNotificationView(row, kind) };
    });
  }

  app.patch(
    `${BASE}/:notificationId/snooze`,
    { schema: { params, body: SnoozeNotification, response: one }, config },
    async (request) => {
      const { subscriberId, notificationId } = request.params;
      const id = await idOf(request.scope, subscriberId);
      const row = await snooze(app, request, id, notificationId, request.body.snoozeUntil);
      return { data: inboxNotificationView(row) };
    },
  );

  for (const [path, status] of [
    ["complete", "done"],
    ["revert", "pending"],
  ] as const) {
    app.patch(
      `${BASE}/:notificationId/actions/:actionType/${path}`,
      { schema: { params: params.extend(NotificationAction.shape), response: one }, config },
      async (request) => {
        const { subscriberId, notificationId, actionType: button } = request.params;
        const id = await idOf(request.scope, subscriberId);
        const row = await pressButton(app, request, id, notificationId, { button, status });
        return { data: inboxNotificationView(row) };
      },
    );
  }

  app.delete(`${BASE}/:notificationId`, { schema: { params, response: none }, config }, async (request, reply) => {
    const { subscriberId, notificationId } = request.params;
    await removeNotification(app, request, await idOf(request.scope, subscriberId), notificationId);
    return reply.code(204).send(null);
  });

  for (const kind of ["read", "archive", "read-archive", "delete"] as const) {
    app.post(
      `${BASE}/${kind}`,
      { schema: { params: BySubscriber, body: ChangeAllNotifications, response: none }, config },
      async (request, reply) => {
        const id = await idOf(request.scope, request.params.subscriberId);
        await changeAll(app, request, id, kind, request.body);
        return reply.code(204).send(null);
      },
    );
  }

  app.post(
    `${BASE}/seen`,
    { schema: { params: BySubscriber, body: SeeNotifications, response: none }, config },
    async (request, reply) => {
      const id = await idOf(request.scope, request.params.subscriberId);
      await changeAll(app, request, id, "seen", request.body);
      return reply.code(204).send(null);
    },
  );
};
