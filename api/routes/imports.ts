import { data } from "#contract/common.ts";
import { IMPORT_MAX_BYTES } from "#contract/constants/imports.ts";
import {
  ByImport,
  CreateImport,
  Import,
  ImportPage,
  ImportProblemPage,
  ListImports,
  ListProblems,
} from "#contract/imports.ts";
import { getImport, listImports, listProblems } from "#db/queries/imports/imports.ts";
import { DomainError } from "#domain/errors.ts";
import { DATA_ADMIN, KEY } from "../access.ts";
import { SpooledBody, spoolBodies } from "../import-files/spool-body.ts";
import { pageOf, placeOf } from "../keyset.ts";
import { unparsed } from "../openapi/media.ts";
import { failures } from "../plugins/errors.ts";
import { cancelImport, createImport } from "../services/create-import.ts";
import { importView, problemView } from "../views/imports.ts";
import type { ZodRoutes } from "../zod-routes.ts";

const access = [KEY, DATA_ADMIN] as const;

/** Files of subscribers, topics and preferences: docs/imports.md. */
export const importRoutes: ZodRoutes = async (app) => {
  // An instance of its own, because it takes bodies of all types as files.
  await app.register(uploadRoute);

  app.get(
    "/imports",
    {
      schema: {
        summary: "Imports of the last 30 days, newest first",
        querystring: ListImports,
        response: { 200: ImportPage, ...failures() },
      },
      config: { access },
    },
    async ({ scope, query: { limit, cursor } }) => {
      const rows = await listImports(app.db, scope, { limit, after: placeOf(cursor) });
      const { shown, next } = pageOf(rows, limit, ({ place, id }) => ({ at: place, id }));
      return { data: shown.map(importView), hasMore: next !== null, next };
    },
  );

  app.get(
    "/imports/:id",
    {
      schema: {
        summary: "One import, and how far it is",
        params: ByImport,
        response: { 200: data(Import), ...failures("not_found") },
      },
      config: { access },
    },
    async ({ scope, params }) => ({ data: importView(await getImport(app.db, scope, params.id)) }),
  );

  app.get(
    "/imports/:id/problems",
    {
      schema: {
        summary: "Lines that could not be written, in the order of the file; the first 1,000 of them",
        params: ByImport,
        querystring: ListProblems,
        response: { 200: ImportProblemPage, ...failures("not_found") },
      },
      config: { access },
    },
    async ({ scope, params, query: { limit, cursor } }) => {
      const { id } = await getImport(app.db, scope, params.id);
      const rows = await listProblems(app.db, id, { limit, after: cursor });
      const shown = rows.slice(0, limit);
      const hasMore = rows.length > limit;
      return { data: shown.map(problemView), hasMore, next: hasMore ? (shown.at(-1)?.number ?? null) : null };
    },
  );

  app.post(
    "/imports/:id/cancel",
    {
      schema: {
        summary: "End an import; what was written stays",
        params: ByImport,
        response: { 200: data(Import), ...failures("not_found") },
      },
      config: { access },
    },
    async (request) => ({ data: importView(await cancelImport(app.db, request, request.params.id)) }),
  );
};

/** With `format` in the query, any other content type is taken as well. */
const FILE = {
  content: {
    "text/csv": unparsed("string", "subscriberId,firstName,email\nada,Ada,ada@example.com\n"),
    "application/json": unparsed("array", [{ subscriberId: "ada", firstName: "Ada", email: "ada@example.com" }]),
    "application/x-ndjson": unparsed("string", '{"subscriberId":"ada","firstName":"Ada","email":"ada@example.com"}\n'),
  },
};

const uploadRoute: ZodRoutes = async (app) => {
  spoolBodies(app);
  app.post(
    "/imports",
    {
      schema: {
        summary: "Import a file, which is the body: CSV, a JSON array or one JSON object in each line",
        querystring: CreateImport,
        body: FILE,
        response: { 201: data(Import), ...failures("payload_too_large", "conflict", "unavailable") },
      },
      bodyLimit: IMPORT_MAX_BYTES,
      config: { access },
    },
    async (request, reply) => {
      const { body } = request;
      if (!(body instanceof SpooledBody))
        throw new DomainError("invalid_input", "The body is empty: send the file as the body");
      const file = { contentType: request.headers["content-type"], read: () => body.read() };
      const row = await createImport({ db: app.db, engine: app.engine }, request, request.query, file);
      return reply.code(201).send({ data: importView(row) });
    },
  );
};
