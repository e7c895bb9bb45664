import { z } from "zod";
import { data } from "#contract/common.ts";
import {
  BySchedule,
  CreateSchedule,
  ListSchedules,
  Schedule,
  SchedulePage,
  UpdateSchedule,
} from "#contract/schedules.ts";
import { getSchedule, listSchedules } from "#db/queries/schedules/schedules.ts";
import { KEY, MEMBER } from "../access.ts";
import { failures } from "../plugins/errors.ts";
import {
  changeSchedule,
  createSchedule,
  pauseSchedule,
  removeSchedule,
  resumeSchedule,
} from "../services/save-schedule.ts";
import { scheduleView } from "../views/schedules.ts";
import type { ZodRoutes } from "../zod-routes.ts";

const access = [KEY, MEMBER] as const;

/** Triggers of workflows at set times. */
export const scheduleRoutes: ZodRoutes = async (app) => {
  app.post(
    "/schedules",
    {
      schema: {
        summary: "Trigger a workflow at set times, once or again and again",
        body: CreateSchedule,
        response: { 201: data(Schedule), ...failures("workflow_not_found") },
      },
      config: { access },
    },
    async (request, reply) =>
      reply.code(201).send({ data: scheduleView(await createSchedule(app.db, request, request.body)) }),
  );

  app.get(
    "/schedules",
    {
      schema: {
        summary: "Schedules, newest first",
        querystring: ListSchedules,
        response: { 200: SchedulePage, ...failures("not_found") },
      },
      config: { access },
    },
    async ({ scope, query }) => {
      const found = await listSchedules(app.db, scope, query);
      const shown = found.slice(0, query.limit);
      const hasMore = found.length > shown.length;
      const next = hasMore ? (shown.at(-1)?.schedule.id ?? null) : null;
      return { data: shown.map(scheduleView), hasMore, next };
    },
  );

  app.get(
    "/schedules/:id",
    {
      schema: {
        summary: "One schedule, with its next occurrences",
        params: BySchedule,
        response: { 200: data(Schedule), ...failures("not_found") },
      },
      config: { access },
    },
    async ({ scope, params }) => ({ data: scheduleView(await getSchedule(app.db, scope, params.id)) }),
  );

  app.patch(
    "/schedules/:id",
    {
      schema: {
        summary: "Change a schedule; what is left out stays",
        params: BySchedule,
        body: UpdateSchedule,
        response: { 200: data(Schedule), ...failures("not_found", "workflow_not_found") },
      },
      config: { access },
    },
    async (request) => ({
      data: scheduleView(await changeSchedule(app.db, request, request.params.id, request.body)),
    }),
  );

  for (const [verb, change, summary] of [
    ["pause", pauseSchedule, "Fire no occurrence until the schedule is resumed"],
    ["resume", resumeSchedule, "Go on with the next occurrence from now"],
  ] as const) {
    app.post(
      `/schedules/:id/${verb}`,
      {
        schema: {
          summary,
          params: BySchedule,
          response: { 200: data(Schedule), ...failures("not_found", "conflict") },
        },
        config: { access },
      },
      async (request) => ({ data: scheduleView(await change(app.db, request, request.params.id)) }),
    );
  }

  app.delete(
    "/schedules/:id",
    {
      schema: {
        summary: "Delete a schedule; what it has triggered goes on",
        params: BySchedule,
        response: { 204: z.null(), ...failures("not_found") },
      },
      config: { access },
    },
    async (request, reply) => {
      await removeSchedule(app.db, request, request.params.id);
      return reply.code(204).send(null);
    },
  );
};
