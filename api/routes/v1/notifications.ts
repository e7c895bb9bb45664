import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import { type Activity, type CountActivity, notificationOperations } from "#contract/notifications.ts";
import { type ActivityRow, countActivity, getActivity, listActivity } from "#db/queries/activity/activity.ts";
import type { ActivityFilter } from "#db/queries/activity/activity-places.ts";
import { activityByDay, countRecentRuns } from "#db/queries/activity/run-statistics.ts";
import type { Scope } from "#db/scope.ts";
import { shownSince } from "#events/organization-plan.ts";
import type { CallContext } from "../../caller.ts";
import { handlers } from "../../handlers.ts";
import { cursorOf, placeOf } from "../../keyset.ts";
import { workflowActivity } from "../../services/overview/workflow-activity.ts";
import { changeHandled } from "../../services/resumptions/mark-handled.ts";
import { endRunDelay } from "../../services/waiting/end-delay.ts";
import { isTypedClient } from "../../typed-client.ts";
import { activityView } from "../../views/activity/activity.ts";
import { typedActivityView } from "../../views/activity/typed-activity.ts";

/** The activity feed, run by run. */
export const notificationRoutes = handlers(notificationOperations, (app) => {
  const viewFor = (request: FastifyRequest): ((activity: Activity) => Activity) =>
    isTypedClient(request) ? typedActivityView : (activity) => activity;

  const engineUrlOf = ({ event }: ActivityRow) => (event ? app.engine.runUrl(event.executionId) : undefined);

  const runIn = async (request: FastifyRequest & Pick<CallContext, "scope">, runId: string) => {
    const row = await getActivity(app.db, request.scope, { runId, since: await shownSince(app, request.scope) });
    return viewFor(request)(activityView(row, { engineUrl: engineUrlOf(row), templates: true }));
  };
  const filterOf = async (
    scope: Scope,
    { templates, after, before, severity, ...query }: z.infer<typeof CountActivity>,
  ): Promise<ActivityFilter> => ({
    ...query,
    since: await shownSince(app, scope),
    workflowIds: templates,
    from: after,
    until: before,
    severities: severity,
  });
  return {
    listRuns: async (request) => {
      const { scope } = request;
      const { page: number, limit, cursor, ...filter } = request.query;
      const { runs, hasMore, page, last } = await listActivity(app.db, scope, {
        ...(await filterOf(scope, filter)),
        page: number,
        limit,
        after: placeOf(cursor),
      });
      const activities = runs.map((row) => activityView(row, { engineUrl: engineUrlOf(row), templates: false }));
      const next = hasMore && last ? { next: cursorOf(last) } : {};
      return { page, pageSize: limit, hasMore, ...next, data: activities.map(viewFor(request)) };
    },

    countRuns: async ({ scope, query }) => ({ data: await countActivity(app.db, scope, await filterOf(scope, query)) }),

    getRunStats: async ({ scope }) => {
      const { week, month } = await countRecentRuns(app.db, scope, await shownSince(app, scope));
      return { data: { weeklySent: week, monthlySent: month } };
    },

    getRunGraph: async ({ scope, query }) => {
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

    getWorkflowActivity: async ({ scope, query }) => ({ data: await workflowActivity(app, scope, query.ids) }),

    getRun: async (request) => ({ data: await runIn(request, request.params.runId) }),

    endRunDelay: async (request) => {
      const { runId } = request.params;
      // An unknown run is no conflict.
      await runIn(request, runId);
      await endRunDelay(app, request, runId);
      return { data: await runIn(request, runId) };
    },

    markRunHandled: async (request) => {
      const { runId } = request.params;
      await changeHandled(app.db, request, runId, true);
      return { data: await runIn(request, runId) };
    },

    unmarkRunHandled: async (request) => {
      const { runId } = request.params;
      await changeHandled(app.db, request, runId, false);
      return { data: await runIn(request, runId) };
    },
  };
});
