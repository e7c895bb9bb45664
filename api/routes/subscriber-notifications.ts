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
import {
  ACTION_CHANGES,
  BULK_CHANGES,
  CHANGES,
  changeAll,
  changeOne,
  removeNotification,
  setActionStatus,
  snooze,
} from "../services/change-notifications.ts";
import { changedNotificationView, inboxNotificationView } from "../views/inbox-notifications.ts";
import type { ZodRoutes } from "../zod-routes.ts";
import { readCounts, readPage } from "./inbox/read-notifications.ts";

const BASE = "/subscribers/:subscriberId/notifications";

/** A call for the inbox of the subscriber in its path. */
interface OfSubscriber {
  scope: Scope;
  params: z.infer<typeof BySubscriber>;
}

const config = { access: [KEY, MEMBER] } as const;
const params = BySubscriber.extend(ByNotification.shape);
const one = { 200: data(InboxNotification), ...failures("not_found") };
const none = { 204: z.null(), ...failures("not_found") };

/** Notifications of a subscriber's inbox on the subscriber's behalf, under /v2. */
export const subscriberNotificationRoutes: ZodRoutes = async (app) => {
  const idOf = async ({ scope, params }: OfSubscriber) => (await getSubscriber(app.db, scope, params.subscriberId)).id;
  const inboxOf = async (request: OfSubscriber) => ({ scope: request.scope, subscriberId: await idOf(request) });

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
    async (request) => readPage(app.db, await inboxOf(request), request.query),
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
    async (request) => readCounts(app.db, await inboxOf(request), request.query),
  );

  for (const kind of CHANGES) {
    app.patch(`${BASE}/:notificationId/${kind}`, { schema: { params, response: one }, config }, async (request) => {
      const row = await changeOne(app, request, await idOf(request), request.params.notificationId, { kind });
      return { data: changedNotificationView(row, kind) };
    });
  }

  app.patch(
    `${BASE}/:notificationId/snooze`,
    { schema: { params, body: SnoozeNotification, response: one }, config },
    async (request) => {
      const { notificationId } = request.params;
      const row = await snooze(app, request, await idOf(request), notificationId, request.body.snoozeUntil);
      return { data: inboxNotificationView(row) };
    },
  );

  for (const { name, status } of ACTION_CHANGES) {
    app.patch(
      `${BASE}/:notificationId/actions/:actionType/${name}`,
      { schema: { params: params.extend(NotificationAction.shape), response: one }, config },
      async (request) => {
        const { notificationId, actionType } = request.params;
        const action = { button: actionType, status };
        const row = await setActionStatus(app, request, await idOf(request), notificationId, action);
        return { data: inboxNotificationView(row) };
      },
    );
  }

  app.delete(`${BASE}/:notificationId`, { schema: { params, response: none }, config }, async (request, reply) => {
    await removeNotification(app, request, await idOf(request), request.params.notificationId);
    return reply.code(204).send(null);
  });

  for (const kind of BULK_CHANGES) {
    app.post(
      `${BASE}/${kind}`,
      { schema: { params: BySubscriber, body: ChangeAllNotifications, response: none }, config },
      async (request, reply) => {
        await changeAll(app, request, await idOf(request), kind, request.body);
        return reply.code(204).send(null);
      },
    );
  }

  app.post(
    `${BASE}/seen`,
    { schema: { params: BySubscriber, body: SeeNotifications, response: none }, config },
    async (request, reply) => {
      await changeAll(app, request, await idOf(request), "seen", request.body);
      return reply.code(204).send(null);
    },
  );
};
