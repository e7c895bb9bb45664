import type { NotificationGroup } from "#contract/workflows/notification-groups.ts";
import type { NotificationGroupRow } from "#db/queries/notification-groups/notification-groups.ts";
import { datedFields, ownedFields } from "./fields.ts";

export const notificationGroupView = (group: NotificationGroupRow): NotificationGroup => ({
  ...ownedFields(group),
  name: group.name,
  ...(group.parentId && { _parentId: group.parentId }),
  ...datedFields(group),
});
