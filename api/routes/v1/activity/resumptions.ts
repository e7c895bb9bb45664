import { handlers } from "#api/handlers.ts";
import { changeRun, changeSelected, endSelected } from "#api/services/resumptions/change-runs.ts";
import { resumptionView } from "#api/views/activity/resumptions.ts";
import { resumptionOperations } from "#contract/resumptions.ts";
import { previewResumption } from "#db/queries/resumptions/preview-resumption.ts";
import { getResumption, listResumptions } from "#db/queries/resumptions/resumptions.ts";

/** Executing again what of runs failed or was not sent. */
export const resumptionRoutes = handlers(resumptionOperations, (app) => ({
  resumeRun: async (request) => {
    const { runId } = request.params;
    const { version = "pinned", integrationId } = request.body ?? {};
    return { data: resumptionView(await changeRun(app, request, { kind: "resume", runId, version, integrationId })) };
  },

  createResumption: async (request) => ({
    data: resumptionView(await changeSelected(app, request, { ...request.body, kind: "resume" })),
  }),

  previewResumption: async ({ scope, body }) => ({ data: await previewResumption(app.db, scope, body) }),

  listResumptions: async ({ scope, query }) => ({
    data: (await listResumptions(app.db, scope, { kind: "resume", limit: query.limit })).map(resumptionView),
  }),

  getResumption: async ({ scope, params }) => ({
    data: resumptionView(await getResumption(app.db, scope, { kind: "resume", id: params.resumptionId })),
  }),

  endResumption: async (request) => ({
    data: resumptionView(await endSelected(app.db, request, { kind: "resume", id: request.params.resumptionId })),
  }),
}));
