import { handlers } from "#api/handlers.ts";
import { SpooledBody, spoolBodies } from "#api/import-files/spool-body.ts";
import { pageOf, placeOf } from "#api/keyset.ts";
import { cancelImport, createImport } from "#api/services/imports/create-import.ts";
import { importView, problemView } from "#api/views/imports.ts";
import { importOperations, importUploadOperations } from "#contract/imports.ts";
import { getImport, listImports, listProblems } from "#db/queries/imports/imports.ts";
import { DomainError } from "#domain/errors.ts";

/** Files of subscribers, topics and preferences: docs/imports.md. */
export const importRoutes = handlers(importOperations, (app) => ({
  listImports: async ({ scope, query: { limit, cursor } }) => {
    const rows = await listImports(app.db, scope, { limit, after: placeOf(cursor) });
    const { shown, next } = pageOf(rows, limit, ({ place, id }) => ({ at: place, id }));
    return { data: shown.map(importView), hasMore: next !== null, next };
  },

  getImport: async ({ scope, params }) => ({ data: importView(await getImport(app.db, scope, params.id)) }),

  listImportProblems: async ({ scope, params, query: { limit, cursor } }) => {
    const { id } = await getImport(app.db, scope, params.id);
    const rows = await listProblems(app.db, id, { limit, after: cursor });
    const shown = rows.slice(0, limit);
    const hasMore = rows.length > limit;
    return { data: shown.map(problemView), hasMore, next: hasMore ? (shown.at(-1)?.number ?? null) : null };
  },

  cancelImport: async (request) => ({ data: importView(await cancelImport(app.db, request, request.params.id)) }),
}));

/** A file, as the body of any content type. */
export const importUploadRoutes = handlers(importUploadOperations, (app) => {
  spoolBodies(app);
  return {
    createImport: async (request) => {
      const { body } = request;
      if (!(body instanceof SpooledBody)) {
        throw new DomainError("invalid_input", "The body is empty: send the file as the body");
      }
      const file = { contentType: request.headers["content-type"], read: () => body.read() };
      const row = await createImport({ db: app.db, engine: app.engine }, request, request.query, file);
      return { data: importView(row) };
    },
  };
});
