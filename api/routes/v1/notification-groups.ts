import { notificationGroupOperations } from "#contract/workflows/notification-groups.ts";
import { getNotificationGroup, listNotificationGroups } from "#db/queries/notification-groups/notification-groups.ts";
import { handlers } from "../../handlers.ts";
import {
  changeNotificationGroup,
  createNotificationGroup,
  removeNotificationGroup,
} from "../../services/notification-groups/save-notification-group.ts";
import { notificationGroupView } from "../../views/notification-groups.ts";

/** Groups of workflows. */
export const notificationGroupRoutes = handlers(notificationGroupOperations, (app) => ({
  createNotificationGroup: async (request) => {
    const group = await createNotificationGroup(app.db, request, request.body.name);
    return { data: notificationGroupView(group) };
  },

  listNotificationGroups: async ({ scope }) => ({
    data: (await listNotificationGroups(app.db, scope)).map(notificationGroupView),
  }),

  getNotificationGroup: async ({ scope, params }) => ({
    data: notificationGroupView(await getNotificationGroup(app.db, scope, params.id)),
  }),

  renameNotificationGroup: async (request) => ({
    data: notificationGroupView(await changeNotificationGroup(app.db, request, request.params.id, request.body.name)),
  }),

  deleteNotificationGroup: async (request) => {
    await removeNotificationGroup(app.db, request, request.params.id);
    return { data: { acknowledged: true as const, status: "deleted" as const } };
  },
}));
