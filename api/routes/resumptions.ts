import { z } from "zod";
import { data, Id, queryNumber } from "#contract/common.ts";
import { CreateResumption, ResumeRun, Resumption } from "#contract/resumptions.ts";
import { getResumption, listResumptions } from "#db/queries/resumptions/resumptions.ts";
import { KEY, MEMBER } from "../access.ts";
import { failures } from "../plugins/errors.ts";
import { endResumption, resumeRun, resumeSelected } from "../services/resume-runs.ts";
import { resumptionView } from "../views/resumptions.ts";
import type { ZodRoutes } from "../zod-routes.ts";

const access = [KEY, MEMBER] as const;
const ById = z.object({ resumptionId: Id });

/** Executing again what of runs failed or was not sent. */
export const resumptionRoutes: ZodRoutes = async (app) => {
  app.post(
    "/notifications/:runId/resume",
    {
      schema: {
        summary: "Execute the failed and unsent steps of one run; what is done is not repeated",
        params: z.object({ runId: Id }),
        body: ResumeRun,
        response: { 202: data(Resumption), ...failures("not_found") },
      },
      config: { access, limit: "triggers" },
    },
    async (request, reply) => {
      const { runId } = request.params;
      const { version } = request.body ?? { version: "pinned" };
      return reply.code(202).send({ data: resumptionView(await resumeRun(app, request, { runId, version })) });
    },
  );

  app.post(
    "/notifications/resumptions",
    {
      schema: {
        summary: "Execute the failed and unsent steps of runs by their ids, or of all runs that match a filter",
        body: CreateResumption,
        response: { 202: data(Resumption), ...failures() },
      },
      config: { access, limit: "triggers" },
    },
    async (request, reply) =>
      reply.code(202).send({ data: resumptionView(await resumeSelected(app, request, request.body)) }),
  );

  app.get(
    "/notifications/resumptions",
    {
      schema: {
        summary: "The latest resumptions, newest first",
        querystring: z.object({ limit: queryNumber(10, 1, 100) }),
        response: { 200: data(z.array(Resumption)), ...failures() },
      },
      config: { access },
    },
    async ({ scope, query }) => ({ data: (await listResumptions(app.db, scope, query.limit)).map(resumptionView) }),
  );

  app.get(
    "/notifications/resumptions/:resumptionId",
    {
      schema: {
        summary: "How far a resumption is, and what it could not resume",
        params: ById,
        response: { 200: data(Resumption), ...failures("not_found") },
      },
      config: { access },
    },
    async ({ scope, params }) => ({ data: resumptionView(await getResumption(app.db, scope, params.resumptionId)) }),
  );

  app.delete(
    "/notifications/resumptions/:resumptionId",
    {
      schema: {
        summary: "End a resumption; runs that were resumed go on",
        params: ById,
        response: { 200: data(Resumption), ...failures("not_found") },
      },
      config: { access },
    },
    async (request) => ({
      data: resumptionView(await endResumption(app.db, request, request.params.resumptionId)),
    }),
  );
};
