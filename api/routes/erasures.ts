import { data } from "#contract/common.ts";
import { ByErasure, Erasure } from "#contract/imports.ts";
import { BySubscriber } from "#contract/subscribers.ts";
import { getErasure } from "#db/queries/erasures/erasures.ts";
import { DATA_ADMIN, KEY } from "../access.ts";
import { failures } from "../plugins/errors.ts";
import { eraseSubscriber } from "../services/erase-subscriber.ts";
import { erasureView } from "../views/imports.ts";
import type { ZodRoutes } from "../zod-routes.ts";

const access = [KEY, DATA_ADMIN] as const;

/** The removal of everything that is stored about a subscriber: docs/imports.md. */
export const erasureRoutes: ZodRoutes = async (app) => {
  app.post(
    "/subscribers/:subscriberId/erase",
    {
      schema: {
        summary: "Remove everything that is stored about a subscriber; its runs end first",
        params: BySubscriber,
        response: { 202: data(Erasure), ...failures("not_found") },
      },
      config: { access },
    },
    async (request, reply) => {
      const services = { db: app.db, engine: app.engine };
      const row = await eraseSubscriber(services, request, request.params.subscriberId);
      return reply.code(202).send({ data: erasureView(row) });
    },
  );

  app.get(
    "/erasures/:id",
    {
      schema: {
        summary: "How far the removal of a subscriber's data is",
        params: ByErasure,
        response: { 200: data(Erasure), ...failures("not_found") },
      },
      config: { access },
    },
    async ({ scope, params }) => ({ data: erasureView(await getErasure(app.db, scope, params.id)) }),
  );
};
