import { waitingOperations } from "#contract/waiting.ts";
import { countWaiting, listWaiting } from "#db/queries/waiting/waiting.ts";
import { pinnedVersion } from "#db/queries/workflows/pinned-version.ts";
import { handlers } from "../../handlers.ts";
import { pageOf, placeOf } from "../../keyset.ts";
import { waitingCountViews, waitingView } from "../../views/waiting.ts";

/** Reads of what waits, and until when. */
export const waitingRoutes = handlers(waitingOperations, (app) => ({
  listWaiting: async ({ scope, query: { cursor, limit, ...filter } }) => {
    const rows = await listWaiting(app.db, scope, { ...filter, after: placeOf(cursor), limit: limit + 1 });
    const { shown, next } = pageOf(rows, limit, ({ dueAt, id }) => ({ at: dueAt, id }));
    const urlOf = (executionId: string | null) => (executionId === null ? undefined : app.engine.runUrl(executionId));
    return { data: shown.map((row) => waitingView(row, urlOf(row.executionId))), next };
  },

  countWaiting: async ({ scope, query }) => {
    const rows = await countWaiting(app.db, scope, query);
    const versionIds = [...new Set(rows.flatMap(({ versionId }) => versionId ?? []))];
    const versions = await Promise.all(versionIds.map((id) => pinnedVersion(app.db, id)));
    const stepsOf = new Map(
      versions.map(({ version, steps }) => [version.id, steps.filter(({ active }) => active)] as const),
    );
    return {
      data: waitingCountViews(rows, ({ versionId, position }) =>
        versionId === null || position === null ? null : stepsOf.get(versionId)?.[position]?.type,
      ),
    };
  },
}));
