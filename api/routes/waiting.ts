import { z } from "zod";
import { data } from "#contract/common.ts";
import { CountWaiting, ListWaiting, WaitingCount, WaitingPage } from "#contract/waiting.ts";
import { countWaiting, listWaiting } from "#db/queries/waiting/waiting.ts";
import { pinnedVersion } from "#db/queries/workflows/pinned-version.ts";
import { KEY, MEMBER } from "../access.ts";
import { pageOf, placeOf } from "../keyset.ts";
import { failures } from "../plugins/errors.ts";
import { waitingCountViews, waitingView } from "../views/waiting.ts";
import type { ZodRoutes } from "../zod-routes.ts";

const access = [KEY, MEMBER] as const;

/** Reads of what waits, and until when. */
export const waitingRoutes: ZodRoutes = async (app) => {
  app.get(
    "/waiting",
    {
      schema: {
        summary: "Delays, digests, held runs and sends to be tried again; what is due first comes first",
        querystring: ListWaiting,
        response: { 200: WaitingPage, ...failures() },
      },
      config: { access },
    },
    async ({ scope, query: { cursor, limit, ...filter } }) => {
      const rows = await listWaiting(app.db, scope, { ...filter, after: placeOf(cursor), limit: limit + 1 });
      const { shown, next } = pageOf(rows, limit, ({ dueAt, id }) => ({ at: dueAt, id }));
      const urlOf = (executionId: string | null) => (executionId === null ? undefined : app.engine.runUrl(executionId));
      return { data: shown.map((row) => waitingView(row, urlOf(row.executionId))), next };
    },
  );

  app.get(
    "/waiting/counts",
    {
      schema: {
        summary: "How much waits, by kind and workflow",
        querystring: CountWaiting,
        response: { 200: data(z.array(WaitingCount)), ...failures() },
      },
      config: { access },
    },
    async ({ scope, query }) => {
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
  );
};
