import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { data, Id } from "#contract/common.ts";
import {
  Activity,
  ActivityGraphDay,
  ActivityGraphQuery,
  ActivityPage,
  ActivityStats,
  ListActivity,
} from "#contract/notifications.ts";
import { type ActivityRow, getActivity, listActivity } from "#db/queries/activity/activity.ts";
import { activityByDay, countRecentRuns } from "#db/queries/activity/run-statistics.ts";
import { KEY, MEMBER } from "../access.ts";
import { cursorOf, placeOf } from "../keyset.ts";
import { failures } from "../plugins/errors.ts";
import { shownSince } from "../services/organization-plan.ts";
import { isTypedClient } from "../typed-client.ts";
import { activityView } from "../views/activity.ts";
import { typedActivityView } from "../views/typed-activity.ts";
import type { ZodRoutes } from "../zod-routes.ts";

const access = [KEY, MEMBER] as const;

/** The activity feed, run by run. */
export const notificationRoutes: ZodRoutes = async (app) => {
  const viewFor = (request: FastifyRequest): ((activity: Activity) => Activity) =>
    isTypedClient(request) ? typedActivityView : (activity) => activity;
  const engineUrlOf = ({ event }: ActivityRow) => (event ? app.engine.runUrl(event.executionId) : undefined);

  app.get(
    "/notifications",
    { schema: { querystring: ListActivity, response: { 200: ActivityPage, ...failures() } }, config: { access } },
    async (request) => {
      const { scope } = request;
      const { templates, after, before, severity, cursor, ...query } = request.query;
      const { runs, hasMore, page, last } = await listActivity(app.db, scope, {
        ...query,
        after: placeOf(cursor),
        since: await shownSince(app, scope),
        workflowIds: templates,
        from: after,
        until: before,
        severities: severity,
      });
      const activities = runs.map((row) => activityView(row, { engineUrl: engineUrlOf(row), templates: false }));
      const next = hasMore && last ? { next: cursorOf(last) } : {};
      return { page, pageSize: query.limit, hasMore, ...next, data: activities.map(viewFor(request)) };
    },
  );

  app.get(
    "/notifications/stats",
    { schema: { response: { 200: data(ActivityStats), ...failures() } }, config: { access } },
    async ({ scope }) => {
      const { week, month } = await countRecentRuns(app.db, scope, await shownSince(app, scope));
      return { data: { weeklySent: week, monthlySent: month } };
    },
  );

  app.get(
    "/notifications/graph/stats",
    {
      schema: { querystring: ActivityGraphQuery, response: { 200: data(z.array(ActivityGraphDay)), ...failures() } },
      config: { access },
    },
    async ({ scope, query }) => {
      const days = await activityByDay(app.db, scope, { days: query.days, since: await shownSince(app, scope) });
      return {
        data: days.map(({ day, count, workflowIds, channels }) => ({
          _id: day,
          count,
          templates: workflowIds,
          channels,
        })),
      };
    },
  );

  app.get(
    "/notifications/:runId",
    {
      schema: { params: z.object({ runId: Id }), response: { 200: data(Activity), ...failures("not_found") } },
      config: { access },
    },
    async (request) => {
      const { scope, params } = request;
      const row = await getActivity(app.db, scope, {
        runId: params.runId,
        since: await shownSince(app, scope),
      });
      return { data: viewFor(request)(activityView(row, { engineUrl: engineUrlOf(row), templates: true })) };
    },
  );
};
