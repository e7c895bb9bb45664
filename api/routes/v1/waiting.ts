import { waitingOperations } from "#contract/waiting.ts";
import { listWaiting } from "#db/queries/waiting/waiting.ts";
import { handlers } from "../../handlers.ts";
import { pageOf, placeOf } from "../../keyset.ts";
import { waitingCounts } from "../../services/waiting/count-waiting.ts";
import { waitingView } from "../../views/waiting.ts";

/** Reads of what waits, and until when. */
export const waitingRoutes = handlers(waitingOperations, (app) => ({
  listWaiting: async ({ scope, query: { cursor, limit, ...filter } }) => {
    const rows = await listWaiting(app.db, scope, { ...filter, after: placeOf(cursor), limit: limit + 1 });
    const { shown, next } = pageOf(rows, limit, ({ dueAt, id }) => ({ at: dueAt, id }));
    const urlOf = (executionId: string | null) => (executionId === null ? undefined : app.engine.runUrl(executionId));
    return { data: shown.map((row) => waitingView(row, urlOf(row.executionId))), next };
  },

  countWaiting: async ({ scope, query }) => ({ data: await waitingCounts(app.db, scope, query) }),
}));
