import { waitingOperations } from "#contract/waiting.ts";
import { listWaiting } from "#db/queries/waiting/waiting.ts";
import { DomainError } from "#domain/errors.ts";
import { handlers } from "../../handlers.ts";
import { pageAround, placeOf } from "../../keyset.ts";
import { waitingCounts } from "../../services/waiting/count-waiting.ts";
import { waitingView } from "../../views/activity/waiting.ts";

/** Reads of what waits, and until when. */
export const waitingRoutes = handlers(waitingOperations, (app) => ({
  listWaiting: async ({ scope, query: { cursor: after, before, limit, ...filter } }) => {
    if (after && before) throw new DomainError("invalid_input", "Send `cursor` or `before`, not both");
    const places = { after: placeOf(after), before: placeOf(before) };
    const rows = await listWaiting(app.db, scope, { ...filter, ...places, limit: limit + 1 });
    const page = pageAround(rows, { limit, after, before }, ({ dueAt, id }) => ({ at: dueAt, id }));
    const urlOf = (executionId: string | null) => (executionId === null ? undefined : app.engine.runUrl(executionId));
    const { shown, next, previous } = page;
    return { data: shown.map((row) => waitingView(row, urlOf(row.executionId))), next, previous };
  },

  countWaiting: async ({ scope, query }) => ({ data: await waitingCounts(app.db, scope, query) }),
}));
