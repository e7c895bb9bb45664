import type { Database } from "#db/client.ts";
import { groupState } from "#db/queries/changes/entity-states.ts";
import { recordChanges } from "#db/queries/changes/record-changes.ts";
import {
  deleteNotificationGroup,
  insertNotificationGroup,
  type NotificationGroupRow,
  renameNotificationGroup,
} from "#db/queries/notification-groups/notification-groups.ts";
import type { Transaction } from "#db/transaction.ts";
import type { CallContext, KeyCaller, MemberCaller } from "../../caller.ts";
import { noted } from "../audit.ts";

/** A new group without workflows; its name may be that of another one. Only its creation is promoted, not a new name. */
export const createNotificationGroup = (
  db: Database,
  call: CallContext<KeyCaller | MemberCaller>,
  name: string,
): Promise<NotificationGroupRow> => {
  const { scope, caller } = call;
  const create = async (transaction: Transaction) => {
    const group = await insertNotificationGroup(transaction, scope, name);
    await recordChanges(transaction, scope, caller.userId, [{ type: "NotificationGroup", state: groupState(group) }]);
    return group;
  };
  return noted(db, call, { action: "notification_group.created" }, create, ({ id }) => id);
};

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
