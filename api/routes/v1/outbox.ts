import { outboxOperations } from "#contract/outbox.ts";
import { getOutboxMessage, listOutbox } from "#db/queries/outbox/outbox.ts";
import { handlers } from "../../handlers.ts";
import { clearOutbox } from "../../services/outbox/clear-outbox.ts";
import { outboxMessageView } from "../../views/outbox.ts";

/** The local outbox: what Belfry's demo providers delivered nowhere else. */
export const outboxRoutes = handlers(outboxOperations, (app) => ({
  listOutboxMessages: async ({ scope, query }) => {
    const { messages, hasMore } = await listOutbox(app.db, scope, query);
    return { page: query.page, pageSize: query.limit, hasMore, data: messages.map(outboxMessageView) };
  },

  getOutboxMessage: async ({ scope, params }) => ({
    data: outboxMessageView(await getOutboxMessage(app.db, scope, params.id)),
  }),

  clearOutbox: async (request) => {
    await clearOutbox(app.db, request);
    return null;
  },
}));
