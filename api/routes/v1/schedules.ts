import { scheduleOperations } from "#contract/schedules.ts";
import { getSchedule, listSchedules } from "#db/queries/schedules/schedules.ts";
import { handlers } from "../../handlers.ts";
import {
  changeSchedule,
  createSchedule,
  pauseSchedule,
  removeSchedule,
  resumeSchedule,
} from "../../services/schedules/save-schedule.ts";
import { scheduleView } from "../../views/schedules.ts";

/** Triggers of workflows at set times. */
export const scheduleRoutes = handlers(scheduleOperations, (app) => ({
  createSchedule: async (request) => ({ data: scheduleView(await createSchedule(app, request, request.body)) }),

  listSchedules: async ({ scope, query }) => {
    const found = await listSchedules(app.db, scope, query);
    const shown = found.slice(0, query.limit);
    const hasMore = found.length > shown.length;
    const next = hasMore ? (shown.at(-1)?.schedule.id ?? null) : null;
    return { data: shown.map(scheduleView), hasMore, next };
  },

  getSchedule: async ({ scope, params }) => ({ data: scheduleView(await getSchedule(app.db, scope, params.id)) }),

  updateSchedule: async (request) => ({
    data: scheduleView(await changeSchedule(app, request, request.params.id, request.body)),
  }),

  deleteSchedule: async (request) => {
    await removeSchedule(app.db, request, request.params.id);
    return null;
  },

  pauseSchedule: async (request) => ({
    data: scheduleView(await pauseSchedule(app.db, request, request.params.id)),
  }),

  resumeSchedule: async (request) => ({
    data: scheduleView(await resumeSchedule(app, request, request.params.id)),
  }),
}));
