import { Readable } from "node:stream";
import { handlers } from "#api/handlers.ts";
import { exportText, personText } from "#api/services/imports/export-data.ts";
import { noteExport } from "#api/services/note-export.ts";
import { exportOperations } from "#contract/imports.ts";
import { getSubscriber } from "#db/queries/subscribers/subscribers.ts";

const TYPES = { csv: "text/csv; charset=utf-8", ndjson: "application/x-ndjson; charset=utf-8" } as const;

/** Files of subscribers, topics and preferences, and of one subscriber: docs/imports.md. They are read as they are sent. */
export const exportRoutes = handlers(exportOperations, (app) => ({
  exportAll: async (request, reply) => {
    const { kind } = request.params;
    const { format } = request.query;
    await noteExport(app.db, request, { of: "data", kind });
    return reply
      .type(TYPES[format])
      .header("content-disposition", `attachment; filename="${kind}.${format}"`)
      .send(Readable.from(exportText(app.db, request.scope, { kind, format })));
  },

  exportSubscriber: async (request, reply) => {
    const { scope, params } = request;
    const row = await getSubscriber(app.db, scope, params.subscriberId);
    await noteExport(app.db, request, { of: "subscriber", subscriberId: row.subscriberId });
    return reply
      .type("application/json; charset=utf-8")
      .header("content-disposition", 'attachment; filename="subscriber.json"')
      .send(Readable.from(personText(app.db, scope, row)));
  },
}));
