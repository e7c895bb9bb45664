import { payloadSampleOperations } from "#contract/v2/payload-samples.ts";
import { handlers } from "../../handlers.ts";
import { changeSample, keepSample, removeSample, samplesOf } from "../../services/v2/workflows/payload-samples.ts";
import { payloadSampleView } from "../../views/v2/payload-samples.ts";

/** Payloads for previews and tests of a workflow. */
export const payloadSampleRoutes = handlers(payloadSampleOperations, (app) => ({
  listPayloadSamples: async ({ scope, params }) => ({
    data: (await samplesOf(app.db, scope, params.workflowId)).map(payloadSampleView),
  }),

  createPayloadSample: async ({ scope, params, body }) => ({
    data: payloadSampleView(await keepSample(app.db, scope, params.workflowId, body)),
  }),

  patchPayloadSample: async ({ scope, params, body }) => ({
    data: payloadSampleView(await changeSample(app.db, scope, params, body)),
  }),

  deletePayloadSample: async ({ scope, params }) => {
    await removeSample(app.db, scope, params);
    return null;
  },
}));
