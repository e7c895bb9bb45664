import { handlers } from "#api/handlers.ts";
import { changeRun, changeSelected, endSelected } from "#api/services/resumptions/change-runs.ts";
import { cancellationView } from "#api/views/activity/resumptions.ts";
import { cancellationOperations } from "#contract/activity/cancellations.ts";
import { previewCancellation } from "#db/queries/resumptions/preview-cancellation.ts";
import { getResumption, listResumptions } from "#db/queries/resumptions/resumptions.ts";

const kind = "cancel";

/** Cancelling what of runs has not begun. */
export const cancellationRoutes = handlers(cancellationOperations, (app) => ({
  cancelRun: async (request) => {
    const { runId } = request.params;
    return { data: cancellationView(await changeRun(app, request, { kind, runId })) };
  },

  createCancellation: async (request) => ({
    data: cancellationView(await changeSelected(app, request, { ...request.body, kind })),
  }),

  previewCancellation: async ({ scope, body }) => ({ data: await previewCancellation(app.db, scope, body) }),

  listCancellations: async ({ scope, query: { limit } }) => ({
    data: (await listResumptions(app.db, scope, { kind, limit })).map(cancellationView),
  }),

  getCancellation: async ({ scope, params }) => ({
    data: cancellationView(await getResumption(app.db, scope, { kind, id: params.cancellationId })),
  }),

  endCancellation: async (request) => ({
    data: cancellationView(await endSelected(app.db, request, { kind, id: request.params.cancellationId })),
  }),
}));
