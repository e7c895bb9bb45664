import type { z } from "zod";
import { subscriberNotificationOperations } from "#contract/inbox/inbox-notifications.ts";
import type { BySubscriber } from "#contract/subscribers.ts";
import type { Inbox } from "#db/queries/messages/notification-filter.ts";
import { getSubscriber } from "#db/queries/subscribers/subscribers.ts";
import type { Scope } from "#db/scope.ts";
import { askedContextKeys } from "#domain/contexts.ts";
import { type Handler, handlers } from "../../handlers.ts";
import {
  type ActionStatus,
  type BulkChange,
  changeAll,
  changeOne,
  removeNotification,
  type SingleChange,
  setActionStatus,
  snooze,
} from "../../services/inbox/change-notifications.ts";
import { changedNotificationView, inboxNotificationView } from "../../views/inbox-notifications.ts";
import { readCounts, readPage } from "../inbox/read-notifications.ts";

/** A call for the inbox of the subscriber in its path. */
interface OfSubscriber {
  scope: Scope;
  params: z.infer<typeof BySubscriber>;
}

/** Notifications of a subscriber's inbox on the subscriber's behalf, under /v2. */
export const subscriberNotificationRoutes = handlers(subscriberNotificationOperations, (app) => {
  const inboxOf = async (
    { scope, params }: OfSubscriber,
    contextKeys: readonly string[] | undefined,
  ): Promise<Inbox> => {
    const { id } = await getSubscriber(app.db, scope, params.subscriberId);
    return { scope, subscriberId: id, contextKeys: askedContextKeys(contextKeys) };
  };

  const change =
    (kind: SingleChange): Handler<typeof subscriberNotificationOperations.readNotification> =>
    async (request) => {
      const row = await changeOne(
        app,
        request,
        await inboxOf(request, request.query.contextKeys),
        request.params.notificationId,
        { kind },
      );
      return { data: changedNotificationView(row, kind) };
    };

  const setAction =
    (status: ActionStatus): Handler<typeof subscriberNotificationOperations.completeAction> =>
    async (request) => {
      const { notificationId, actionType } = request.params;
      const action = { button: actionType, status };
      const row = await setActionStatus(
        app,
        request,
        await inboxOf(request, request.query.contextKeys),
        notificationId,
        action,
      );
      return { data: inboxNotificationView(row) };
    };

  const changeAllTo =
    (kind: BulkChange): Handler<typeof subscriberNotificationOperations.readNotifications> =>
    async (request) => {
      const { contextKeys, ...filter } = request.body;
      await changeAll(app, request, await inboxOf(request, contextKeys), kind, filter);
      return null;
    };

  return {
    listNotificationsOfSubscriber: async (request) => {
      const { contextKeys, ...query } = request.query;
      return readPage(app.db, await inboxOf(request, contextKeys), query);
    },

    countNotificationsOfSubscriber: async (request) =>
      readCounts(app.db, await inboxOf(request, request.query.contextKeys), request.query),

    snoozeNotification: async (request) => {
      const { notificationId } = request.params;
      const row = await snooze(
        app,
        request,
        await inboxOf(request, request.query.contextKeys),
        notificationId,
        request.body.snoozeUntil,
      );
      return { data: inboxNotificationView(row) };
    },

    deleteNotification: async (request) => {
      await removeNotification(
        app,
        request,
        await inboxOf(request, request.query.contextKeys),
        request.params.notificationId,
      );
      return null;
    },

    seeNotifications: async (request) => {
      const { contextKeys, ...filter } = request.body;
      await changeAll(app, request, await inboxOf(request, contextKeys), "seen", filter);
      return null;
    },

    readNotification: change("read"),
    unreadNotification: change("unread"),
    archiveNotification: change("archive"),
    unarchiveNotification: change("unarchive"),
    unsnoozeNotification: change("unsnooze"),

    completeAction: setAction("done"),
    revertAction: setAction("pending"),

    readNotifications: changeAllTo("read"),
    archiveNotifications: changeAllTo("archive"),
    archiveReadNotifications: changeAllTo("read-archive"),
    deleteNotifications: changeAllTo("delete"),
  };
});
