import { data } from "#contract/common.ts";
import { ByDigest, Digest, DigestEventPage, DigestPage, ListDigestEvents, ListDigests } from "#contract/digests.ts";
import { listOpenWindows, listWindowEvents, type WindowRow } from "#db/queries/digests/digest-windows.ts";
import { findSubscriberId } from "#db/queries/subscribers/subscribers.ts";
import { KEY, MEMBER } from "../access.ts";
import { pageOf, placeOf } from "../keyset.ts";
import { failures } from "../plugins/errors.ts";
import { discardDigest, getDigest, sendDigest } from "../services/end-digest.ts";
import { digestEventView, digestView } from "../views/digests.ts";
import type { ZodRoutes } from "../zod-routes.ts";

const access = [KEY, MEMBER] as const;

/** Digests that collect events. */
export const digestRoutes: ZodRoutes = async (app) => {
  const view = (row: WindowRow) =>
    digestView(row, row.executionId === null ? undefined : app.engine.runUrl(row.executionId));

  app.get(
    "/digests",
    {
      schema: {
        summary: "The digests that are open, those that close first coming first",
        querystring: ListDigests,
        response: { 200: DigestPage, ...failures() },
      },
      config: { access },
    },
    async ({ scope, query: { cursor, limit, workflowId, subscriberId, key } }) => {
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
  );

  app.get(
    "/digests/:digestId",
    {
      schema: {
        summary: "One digest, open or closed",
        params: ByDigest,
        response: { 200: data(Digest), ...failures("not_found") },
      },
      config: { access },
    },
    async (request) => ({ data: view(await getDigest(app.db, request, request.params.digestId)) }),
  );

  app.get(
    "/digests/:digestId/events",
    {
      schema: {
        summary: "The events of a digest in the order in which they joined, with those that have left it",
        params: ByDigest,
        querystring: ListDigestEvents,
        response: { 200: DigestEventPage, ...failures("not_found") },
      },
      config: { access },
    },
    async (request) => {
      const { params, query } = request;
      const { id } = await getDigest(app.db, request, params.digestId);
      const after = placeOf(query.cursor);
      const rows = await listWindowEvents(app.db, id, { after, limit: query.limit + 1 });
      const { shown, next } = pageOf(rows, query.limit, ({ joinedAt, runId }) => ({ at: joinedAt, id: runId }));
      return { data: shown.map(digestEventView), next };
    },
  );

  app.post(
    "/digests/:digestId/send",
    {
      schema: {
        summary: "Send a digest now, with the events that it has",
        params: ByDigest,
        response: { 200: data(Digest), ...failures("not_found", "conflict") },
      },
      config: { access },
    },
    async (request) => ({ data: view(await sendDigest(app, request, request.params.digestId)) }),
  );

  app.post(
    "/digests/:digestId/discard",
    {
      schema: {
        summary: "Discard a digest: its events are not sent, and their runs end as cancelled",
        params: ByDigest,
        response: { 200: data(Digest), ...failures("not_found", "conflict") },
      },
      config: { access },
    },
    async (request) => ({ data: view(await discardDigest(app, request, request.params.digestId)) }),
  );
};
