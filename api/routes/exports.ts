import { Readable } from "node:stream";
import { ExportKind, ExportQuery } from "#contract/imports.ts";
import { BySubscriber } from "#contract/subscribers.ts";
import { getSubscriber } from "#db/queries/subscribers/subscribers.ts";
import { DATA_ADMIN, KEY } from "../access.ts";
import { unparsed } from "../openapi/media.ts";
import { failures } from "../plugins/errors.ts";
import { exportText, personText } from "../services/export-data.ts";
import type { ZodRoutes } from "../zod-routes.ts";

const access = [KEY, DATA_ADMIN] as const;

const TYPES = { csv: "text/csv; charset=utf-8", ndjson: "application/x-ndjson; charset=utf-8" } as const;

/** The answer is read from the database while it is sent. */
const FILE = {
  description: "The file",
  content: {
    "text/csv": unparsed("string", "subscriberId,firstName,email\r\nada,Ada,ada@example.com\r\n"),
    "application/x-ndjson": unparsed("string", '{"subscriberId":"ada","firstName":"Ada","email":"ada@example.com"}\n'),
  },
};
const PERSON = {
  description: "The file",
  content: {
    "application/json": unparsed("object", {
      exportedAt: "2026-12-01T09:00:00.000Z",
      subscriber: { subscriberId: "ada", firstName: "Ada", email: "ada@example.com" },
      schedule: null,
      preferences: [],
      topics: [{ key: "crew", name: "Crew" }],
      replies: [],
      runs: [],
      messages: [],
    }),
  },
};

/** Files of subscribers, topics and preferences, and of one subscriber: docs/imports.md. They are read as they are sent. */
export const exportRoutes: ZodRoutes = async (app) => {
  app.get(
    "/exports/:kind",
    {
      schema: {
        summary: "Export all subscribers, topics with their members, or preferences, as an import takes them",
        params: ExportKind,
        querystring: ExportQuery,
        response: { 200: FILE, ...failures() },
      },
      config: { access },
    },
    async ({ scope, params: { kind }, query: { format } }, reply) =>
      reply
        .type(TYPES[format])
        .header("content-disposition", `attachment; filename="${kind}.${format}"`)
        .send(Readable.from(exportText(app.db, scope, { kind, format }))),
  );

  app.get(
    "/subscribers/:subscriberId/export",
    {
      schema: {
        summary: "Export everything that is stored about a subscriber",
        params: BySubscriber,
        response: { 200: PERSON, ...failures("not_found") },
      },
      config: { access },
    },
    async ({ scope, params: { subscriberId } }, reply) => {
      const row = await getSubscriber(app.db, scope, subscriberId);
      return reply
        .type("application/json; charset=utf-8")
        .header("content-disposition", 'attachment; filename="subscriber.json"')
        .send(Readable.from(personText(app.db, scope, row)));
    },
  );
};
