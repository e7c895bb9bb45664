import { inboxNotificationOperations } from "#contract/inbox/inbox-notifications.ts";
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
import { inboxOf } from "../widgets/inbox-of.ts";
import { readCounts, readPage } from "./read-notifications.ts";

/** Notifications of a subscriber's inbox as newer published clients ask for them. */
export const inboxNotificationRoutes = handlers(inboxNotificationOperations, (app) => {
  const change =
    (kind: SingleChange): Handler<typeof inboxNotificationOperations.readInboxNotification> =>
    async (request) => {
      const row = await changeOne(app, request, inboxOf(request), request.params.notificationId, { kind });
      return { data: changedNotificationView(row, kind) };
    };

  const setAction =
    (status: ActionStatus): Handler<typeof inboxNotificationOperations.completeInboxAction> =>
    async (request) => {
      const { notificationId } = request.params;
      const action = { button: request.body.actionType, status };
      const row = await setActionStatus(app, request, inboxOf(request), notificationId, action);
      return { data: inboxNotificationView(row) };
    };

  const changeAllTo =
    (kind: BulkChange): Handler<typeof inboxNotificationOperations.readInboxNotifications> =>
    async (request) => {
      await changeAll(app, request, inboxOf(request), kind, request.body);
      return null;
    };

  return {
    listInboxNotifications: (request) => readPage(app.db, inboxOf(request), request.query),

    countInboxNotifications: (request) => readCounts(app.db, inboxOf(request), request.query),

    snoozeInboxNotification: async (request) => {
      const { notificationId } = request.params;
      const row = await snooze(app, request, inboxOf(request), notificationId, request.body.snoozeUntil);
      return { data: inboxNotificationView(row) };
    },

    deleteInboxNotification: async (request) => {
      await removeNotification(app, request, inboxOf(request), request.params.notificationId);
      return null;
    },

    seeInboxNotifications: async (request) => {
      await changeAll(app, request, inboxOf(request), "seen", request.body);
      return null;
    },

    readInboxNotification: change("read"),
    unreadInboxNotification: change("unread"),
    archiveInboxNotification: change("archive"),
    unarchiveInboxNotification: change("unarchive"),
    unsnoozeInboxNotification: change("unsnooze"),

    completeInboxAction: setAction("done"),
    revertInboxAction: setAction("pending"),

    readInboxNotifications: changeAllTo("read"),
    archiveInboxNotifications: changeAllTo("archive"),
    archiveReadInboxNotifications: changeAllTo("read-archive"),
    deleteInboxNotifications: changeAllTo("delete"),
  };
});
