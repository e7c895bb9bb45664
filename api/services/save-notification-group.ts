import type { Database } from "#db/client.ts";
import { groupState } from "#db/queries/changes/entity-states.ts";
import { recordChanges } from "#db/queries/changes/record-changes.ts";
import {
  deleteNotificationGroup,
  insertNotificationGroup,
  type NotificationGroupRow,
  renameNotificationGroup,
} from "#db/queries/notification-groups/notification-groups.ts";
import type { CallContext, KeyCaller, MemberCaller } from "../caller.ts";

/** A new group without workflows; its name may be that of another one. Only its creation is promoted, not a new name. */
export const createNotificationGroup = (
  db: Database,
  { scope, caller }: CallContext<KeyCaller | MemberCaller>,
  name: string,
): Promise<NotificationGroupRow> =>
  db.transaction(async (transaction) => {
    const group = await insertNotificationGroup(transaction, scope, name);
    await recordChanges(transaction, scope, caller.userId, [{ type: "NotificationGroup", state: groupState(group) }]);
    return group;
  });

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
