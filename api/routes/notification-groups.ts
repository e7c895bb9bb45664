import { z } from "zod";
import { Deleted, data } from "#contract/common.ts";
import { NameNotificationGroup, NotificationGroup } from "#contract/notification-groups.ts";
import { getNotificationGroup, listNotificationGroups } from "#db/queries/notification-groups/notification-groups.ts";
import { KEY, MEMBER } from "../access.ts";
import { failures } from "../plugins/errors.ts";
import {
  changeNotificationGroup,
  createNotificationGroup,
  removeNotificationGroup,
} from "../services/save-notification-group.ts";
import { notificationGroupView } from "../views/notification-groups.ts";
import type { ZodRoutes } from "../zod-routes.ts";

const ById = z.object({ id: z.string() });

const access = [KEY, MEMBER] as const;

/** Groups of workflows. */
export const notificationGroupRoutes: ZodRoutes = async (app) => {
  app.post(
    "/notification-groups",
    {
      schema: { body: NameNotificationGroup, response: { 201: data(NotificationGroup), ...failures() } },
      config: { access },
    },
    async (request, reply) => {
      const group = await createNotificationGroup(app.db, request, request.body.name);
      return reply.code(201).send({ data: notificationGroupView(group) });
    },
  );

  app.get(
    "/notification-groups",
    { schema: { response: { 200: data(z.array(NotificationGroup)), ...failures() } }, config: { access } },
    async ({ scope }) => ({ data: (await listNotificationGroups(app.db, scope)).map(notificationGroupView) }),
  );

  app.get(
    "/notification-groups/:id",
    {
      schema: { params: ById, response: { 200: data(NotificationGroup), ...failures("not_found") } },
      config: { access },
    },
    async ({ scope, params }) => ({
      data: notificationGroupView(await getNotificationGroup(app.db, scope, params.id)),
    }),
  );

  app.patch(
    "/notification-groups/:id",
    {
      schema: {
        params: ById,
        body: NameNotificationGroup,
        response: { 200: data(NotificationGroup), ...failures("not_found") },
      },
      config: { access },
    },
    async (request) => ({
      data: notificationGroupView(await changeNotificationGroup(app.db, request, request.params.id, request.body.name)),
    }),
  );

  app.delete(
    "/notification-groups/:id",
    { schema: { params: ById, response: { 200: data(Deleted), ...failures("not_found") } }, config: { access } },
    async (request) => {
      await removeNotificationGroup(app.db, request, request.params.id);
      return { data: { acknowledged: true as const, status: "deleted" as const } };
    },
  );
};
