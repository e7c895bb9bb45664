import { randomUUID } from "node:crypto";
import { type ImportFormat, OPEN_IMPORTS_MAX } from "#contract/constants/imports.ts";
import { RETENTION_DAYS } from "#contract/constants/limits.ts";
import { charsetOf } from "#contract/constants/values/decode-text.ts";
import type { CreateImport } from "#contract/imports.ts";
import type { Database } from "#db/client.ts";
import { importIdOf } from "#db/derived-ids.ts";
import {
  countOpenImports,
  endImport,
  getImport,
  type ImportRow,
  insertImport,
  insertPortion,
  setTotal,
} from "#db/queries/imports/imports.ts";
import { DomainError } from "#domain/errors.ts";
import { addDuration } from "#domain/values/duration.ts";
import type { Engine } from "#engine/client.ts";
import type { CallContext } from "../../caller.ts";
import { checkColumns } from "../../import-files/columns.ts";
import { portionsOf } from "../../import-files/portions.ts";
import { note } from "../audit.ts";

interface Services {
  db: Database;
  engine: Pick<Engine, "startImport">;
}

/** A file as it was sent. */
interface File {
  contentType: string | undefined;
  read(): AsyncIterable<Buffer>;
}

const FORMATS: Readonly<Record<string, ImportFormat>> = {
  "text/csv": "csv",
  "application/csv": "csv",
  "application/json": "json",
  "application/x-ndjson": "ndjson",
  "application/ndjson": "ndjson",
  "application/jsonl": "ndjson",
};

/**
 * Stores the lines of a file, all or none, and has the engine write them. Attempts of one call, by its Idempotency-Key, make one
 * import. Throws `invalid_input` for a file that cannot be read and for columns that are no fields, `payload_too_large` for one that is too long, and `conflict` while
 * others are under way.
 */
export async function createImport(
  { db, engine }: Services,
  call: CallContext,
  { kind, format: named, dryRun = false, columns = new Map() }: CreateImport,
  file: File,
): Promise<ImportRow> {
  const { scope, callId } = call;
  const format = named ?? FORMATS[file.contentType?.split(";")[0]?.trim().toLowerCase() ?? ""];
  if (!format) {
    throw new DomainError(
      "invalid_input",
      "format must be csv, json or ndjson: name it, or send the content type text/csv, application/json or application/x-ndjson",
    );
  }
  checkColumns(kind, columns);
  const charset = charsetOf(file.contentType);
  const id = callId ? importIdOf(callId) : randomUUID();
  const now = new Date();
  const expireAt = addDuration(now, { amount: RETENTION_DAYS, unit: "days" });
  const stored = await db.transaction(async (transaction) => {
    // It is due from the start, so that it is begun also when Temporal is away.
    const row = await insertImport(transaction, { ...scope, id, kind, format, dryRun, total: 0, dueAt: now, expireAt });
    if (!row) return getImport(transaction, scope, id);
    let total = 0;
    let number = 0;
    for await (const lines of portionsOf(file.read(), { kind, format, charset, columns })) {
      await insertPortion(transaction, id, number, lines);
      total += lines.length;
      number += 1;
    }
    // With this one.
    if ((await countOpenImports(transaction, scope)) > OPEN_IMPORTS_MAX) {
      throw new DomainError(
        "conflict",
        `${OPEN_IMPORTS_MAX} imports of this environment are under way: wait until one has ended, or cancel one`,
      );
    }
    await note(transaction, call, {
      action: "import.created",
      id,
      name: kind,
      after: { format, dryRun, lines: total },
    });
    return setTotal(transaction, row, total);
  });
  try {
    await engine.startImport({
      organizationId: scope.organizationId,
      environmentId: scope.environmentId,
      importId: id,
    });
  } catch (error) {
    if (!(error instanceof DomainError && error.code === "unavailable")) throw error;
  }
  return stored;
}

/** Ends an import after the portion that is under way; one that has ended stays as it was. Throws `not_found`. */
export const cancelImport = (db: Database, call: CallContext, id: string): Promise<ImportRow> =>
  db.transaction(async (transaction) => {
    const { scope } = call;
    const row = await getImport(transaction, scope, id);
    await endImport(transaction, row.id, "canceled");
    await note(transaction, call, { action: "import.canceled", id, name: row.kind });
    return getImport(transaction, scope, id);
  });
