import { z } from "zod";
import { data } from "#contract/common.ts";
import { ListOutbox, OutboxMessage, OutboxPage } from "#contract/outbox.ts";
import { getOutboxMessage, listOutbox } from "#db/queries/outbox/outbox.ts";
import { KEY, MEMBER } from "../access.ts";
import { failures } from "../plugins/errors.ts";
import { clearOutbox } from "../services/clear-outbox.ts";
import { outboxMessageView } from "../views/outbox.ts";
import type { ZodRoutes } from "../zod-routes.ts";

const access = [KEY, MEMBER] as const;

/** The local outbox: what Belfry's demo providers delivered nowhere else. */
export const outboxRoutes: ZodRoutes = async (app) => {
  app.get(
    "/outbox",
    { schema: { querystring: ListOutbox, response: { 200: OutboxPage, ...failures() } }, config: { access } },
    async ({ scope, query }) => {
      const { messages, hasMore } = await listOutbox(app.db, scope, query);
      return { page: query.page, pageSize: query.limit, hasMore, data: messages.map(outboxMessageView) };
    },
  );

  app.get(
    "/outbox/:id",
    {
      schema: {
        params: z.object({ id: z.string() }),
        response: { 200: data(OutboxMessage), ...failures("not_found") },
      },
      config: { access },
    },
    async ({ scope, params }) => ({ data: outboxMessageView(await getOutboxMessage(app.db, scope, params.id)) }),
  );

  app.delete(
    "/outbox",
    { schema: { response: { 204: z.null(), ...failures() } }, config: { access } },
    async (request, reply) => {
      await clearOutbox(app.db, request);
      return reply.code(204).send(null);
    },
  );
};
