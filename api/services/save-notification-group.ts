import type { Database } from "#db/client.ts";
import {
  deleteNotificationGroup,
  insertNotificationGroup,
  type NotificationGroupRow,
  renameNotificationGroup,
} from "#db/queries/notification-groups/notification-groups.ts";
import type { CallContext } from "../caller.ts";
import { noted } from "./audit.ts";

/** A new group without workflows; its name may be that of another one. */
export const createNotificationGroup = (db: Database, call: CallContext, name: string): Promise<NotificationGroupRow> =>
  noted(
    db,
    call,
    { action: "notification_group.created" },
    (transaction) => insertNotificationGroup(transaction, call.scope, name),
    ({ id }) => id,
  );

/** Gives a group another name. Throws `not_found`. */
export const changeNotificationGroup = (
  db: Database,
  call: CallContext,
  id: string,
  name: string,
): Promise<NotificationGroupRow> =>
  noted(db, call, { action: "notification_group.updated", id }, (transaction) =>
    renameNotificationGroup(transaction, call.scope, id, name),
  );

/** Workflows of the group stay. Throws `not_found`. */
export const removeNotificationGroup = (db: Database, call: CallContext, id: string): Promise<void> =>
  noted(db, call, { action: "notification_group.deleted", id }, (transaction) =>
    deleteNotificationGroup(transaction, call.scope, id),
  );
