import { handlers } from "#api/handlers.ts";
import { eraseSubscriber } from "#api/services/subscribers/erase-subscriber.ts";
import { erasureView } from "#api/views/imports.ts";
import { erasureOperations } from "#contract/imports.ts";
import { getErasure } from "#db/queries/subscribers/erasures/erasures.ts";

/** The removal of everything that is stored about a subscriber: docs/imports.md. */
export const erasureRoutes = handlers(erasureOperations, (app) => ({
  eraseSubscriber: async (request) => {
    const services = { db: app.db, engine: app.engine };
    const row = await eraseSubscriber(services, request, request.params.subscriberId);
    return { data: erasureView(row) };
  },

  getErasure: async ({ scope, params }) => ({ data: erasureView(await getErasure(app.db, scope, params.id)) }),
}));
