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
import { SUBSCRIBER } from "../../access.ts";
import { failures } from "../../plugins/errors.ts";
import {
  ACTION_CHANGES,
  BULK_CHANGES,
  CHANGES,
  changeAll,
  changeOne,
  removeNotification,
  setActionStatus,
  snooze,
} from "../../services/change-notifications.ts";
import { changedNotificationView, inboxNotificationView } from "../../views/inbox-notifications.ts";
import type { ZodRoutes } from "../../zod-routes.ts";
import { inboxOf } from "../widgets/inbox-of.ts";
import { readCounts, readPage } from "./read-notifications.ts";

const config = { access: [SUBSCRIBER] } as const;
const one = { 200: data(InboxNotification), ...failures("not_found") };
const none = { 204: z.null(), ...failures() };

/** Notifications of a subscriber's inbox as newer published clients ask for them. */
export const inboxNotificationRoutes: ZodRoutes = async (app) => {
  app.get(
    "/inbox/notifications",
    { schema: { querystring: ListNotifications, response: { 200: NotificationPage, ...failures() } }, config },
    (request) => readPage(app.db, inboxOf(request), request.query),
  );

  app.get(
    "/inbox/notifications/count",
    { schema: { querystring: CountNotifications, response: { 200: NotificationCounts, ...failures() } }, config },
    (request) => readCounts(app.db, inboxOf(request), request.query),
  );

  for (const kind of CHANGES) {
    app.patch(
      `/inbox/notifications/:notificationId/${kind}`,
      { schema: { params: ByNotification, response: one }, config },
      async (request) => {
        const row = await changeOne(app, request, request.caller.id, request.params.notificationId, { kind });
        return { data: changedNotificationView(row, kind) };
      },
    );
  }

  app.patch(
    "/inbox/notifications/:notificationId/snooze",
    { schema: { params: ByNotification, body: SnoozeNotification, response: one }, config },
    async (request) => {
      const { notificationId } = request.params;
      const row = await snooze(app, request, request.caller.id, notificationId, request.body.snoozeUntil);
      return { data: inboxNotificationView(row) };
    },
  );

  for (const { name, status } of ACTION_CHANGES) {
    app.patch(
      `/inbox/notifications/:notificationId/${name}`,
      { schema: { params: ByNotification, body: NotificationAction, response: one }, config },
      async (request) => {
        const { notificationId } = request.params;
        const action = { button: request.body.actionType, status };
        const row = await setActionStatus(app, request, request.caller.id, notificationId, action);
        return { data: inboxNotificationView(row) };
      },
    );
  }

  app.delete(
    "/inbox/notifications/:notificationId/delete",
    { schema: { params: ByNotification, response: { 204: z.null(), ...failures("not_found") } }, config },
    async (request, reply) => {
      await removeNotification(app, request, request.caller.id, request.params.notificationId);
      return reply.code(204).send(null);
    },
  );

  for (const kind of BULK_CHANGES) {
    app.post(
      `/inbox/notifications/${kind}`,
      { schema: { body: ChangeAllNotifications, response: none }, config },
      async (request, reply) => {
        await changeAll(app, request, request.caller.id, kind, request.body);
        return reply.code(204).send(null);
      },
    );
  }

  app.post(
    "/inbox/notifications/seen",
    { schema: { body: SeeNotifications, response: none }, config },
    async (request, reply) => {
      await changeAll(app, request, request.caller.id, "seen", request.body);
      return reply.code(204).send(null);
    },
  );
};
