import { resumptionOperations } from "#contract/resumptions.ts";
import { previewResumption } from "#db/queries/resumptions/preview-resumption.ts";
import { getResumption, listResumptions } from "#db/queries/resumptions/resumptions.ts";
import { handlers } from "../../handlers.ts";
import { endResumption, resumeRun, resumeSelected } from "../../services/resumptions/resume-runs.ts";
import { resumptionView } from "../../views/activity/resumptions.ts";

/** Executing again what of runs failed or was not sent. */
export const resumptionRoutes = handlers(resumptionOperations, (app) => ({
  resumeRun: async (request) => {
    const { runId } = request.params;
    const { version } = request.body ?? { version: "pinned" };
    return { data: resumptionView(await resumeRun(app, request, { runId, version })) };
  },

  createResumption: async (request) => ({ data: resumptionView(await resumeSelected(app, request, request.body)) }),

  previewResumption: async ({ scope, body }) => ({ data: await previewResumption(app.db, scope, body) }),

  listResumptions: async ({ scope, query }) => ({
    data: (await listResumptions(app.db, scope, query.limit)).map(resumptionView),
  }),

  getResumption: async ({ scope, params }) => ({
    data: resumptionView(await getResumption(app.db, scope, params.resumptionId)),
  }),

  endResumption: async (request) => ({
    data: resumptionView(await endResumption(app.db, request, request.params.resumptionId)),
  }),
}));
