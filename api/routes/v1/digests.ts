import { digestOperations } from "#contract/digests.ts";
import { listOpenWindows, listWindowEvents, type WindowRow } from "#db/queries/digests/digest-windows.ts";
import { findSubscriberId } from "#db/queries/subscribers/subscribers.ts";
import { handlers } from "../../handlers.ts";
import { pageOf, placeOf } from "../../keyset.ts";
import { discardDigest, getDigest, sendDigest } from "../../services/digests/end-digest.ts";
import { digestEventView, digestView } from "../../views/activity/digests.ts";

/** Digests that collect events. */
export const digestRoutes = handlers(digestOperations, (app) => {
  const view = (row: WindowRow) =>
    digestView(row, row.executionId === null ? undefined : app.engine.runUrl(row.executionId));
  return {
    listDigests: async ({ scope, query: { cursor, limit, workflowId, subscriberId, key } }) => {
      const subscriber = subscriberId === undefined ? undefined : await findSubscriberId(app.db, scope, subscriberId);
      if (subscriberId !== undefined && subscriber === undefined) return { data: [], next: null };
      const rows = await listOpenWindows(app.db, scope, {
        workflowId,
        subscriberId: subscriber,
        after: placeOf(cursor),
        limit: limit + 1,
        // A text is stored as JSON, too; callers may leave its quotes out.
        digestValues: key === undefined ? undefined : [key, JSON.stringify(key)],
      });
      const { shown, next } = pageOf(rows, limit, ({ closesAt, id }) => ({ at: closesAt, id }));
      return { data: shown.map(view), next };
    },

    getDigest: async (request) => ({ data: view(await getDigest(app.db, request, request.params.digestId)) }),

    listDigestEvents: async (request) => {
      const { params, query } = request;
      const { id } = await getDigest(app.db, request, params.digestId);
      const after = placeOf(query.cursor);
      const rows = await listWindowEvents(app.db, id, { after, limit: query.limit + 1 });
      const { shown, next } = pageOf(rows, query.limit, ({ joinedAt, runId }) => ({ at: joinedAt, id: runId }));
      return { data: shown.map(digestEventView), next };
    },

    sendDigest: async (request) => ({ data: view(await sendDigest(app, request, request.params.digestId)) }),

    discardDigest: async (request) => ({ data: view(await discardDigest(app, request, request.params.digestId)) }),
  };
});
