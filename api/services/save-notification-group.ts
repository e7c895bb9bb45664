import type { Database } from "#db/client.ts";
import {
  deleteNotificationGroup,
  insertNotificationGroup,
  type NotificationGroupRow,
  renameNotificationGroup,
} from "#db/queries/notification-groups/notification-groups.ts";
import type { CallContext } from "../caller.ts";

/** A new group without workflows; its name may be that of another one. */
export const createNotificationGroup = (
  db: Database,
  { scope }: CallContext,
  name: string,
): Promise<NotificationGroupRow> => db.transaction((transaction) => insertNotificationGroup(transaction, scope, name));

/** Gives a group another name. Throws `not_found`. */
export const changeNotificationGroup = (
  db: Database,
  { scope }: CallContext,
  id: string,
  name: string,
): Promise<NotificationGroupRow> =>
  db.transaction((transaction) => renameNotificationGroup(transaction, scope, id, name));

/** Workflows of the group stay. Throws `not_found`. */
export const removeNotificationGroup = (db: Database, { scope }: CallContext, id: string): Promise<void> =>
  db.transaction((transaction) => deleteNotificationGroup(transaction, scope, id));
