import { z } from "zod";
import { NAME_MAX } from "../constants/limits.ts";
import { EDITOR, KEY, READER } from "../schemas/access.ts";
import { Deleted, data, dated, example, filledText, owned, PathReference } from "../schemas/common.ts";
import { operations } from "../schemas/operations.ts";

export const NameNotificationGroup = z.object({ name: filledText(NAME_MAX) }).meta(example({ name: "Orders" }));
export const NotificationGroup = z
  .object({
    ...owned(),
    name: z.string(),
    _parentId: z.string().optional(),
    ...dated(),
  })
  .meta({ id: "NotificationGroup" });
export type NotificationGroup = z.infer<typeof NotificationGroup>;

export const notificationGroupOperations = operations("notification-groups", {
  createNotificationGroup: {
    route: "POST /v1/notification-groups",
    client: "notificationGroups.create",
    arguments: ["name"],
    summary: "Create a notification group",
    access: [KEY, EDITOR],
    audit: "notification_group.created",
    body: NameNotificationGroup,
    answer: { 201: data(NotificationGroup) },
  },

  listNotificationGroups: {
    route: "GET /v1/notification-groups",
    client: "notificationGroups.get",
    summary: "List notification groups",
    access: [KEY, READER],
    answer: { 200: data(z.array(NotificationGroup)) },
  },

  getNotificationGroup: {
    route: "GET /v1/notification-groups/:id",
    client: "notificationGroups.getOne",
    summary: "Get a notification group",
    access: [KEY, READER],
    params: z.object({ id: PathReference }),
    answer: { 200: data(NotificationGroup) },
    failures: ["not_found"],
  },

  renameNotificationGroup: {
    route: "PATCH /v1/notification-groups/:id",
    client: "notificationGroups.update",
    summary: "Rename a notification group",
    access: [KEY, EDITOR],
    audit: "notification_group.updated",
    params: z.object({ id: PathReference }),
    body: NameNotificationGroup,
    answer: { 200: data(NotificationGroup) },
    failures: ["not_found"],
  },

  deleteNotificationGroup: {
    route: "DELETE /v1/notification-groups/:id",
    client: "notificationGroups.delete",
    summary: "Delete a notification group",
    access: [KEY, EDITOR],
    audit: "notification_group.deleted",
    params: z.object({ id: PathReference }),
    answer: { 200: data(Deleted) },
    failures: ["not_found"],
  },
});
