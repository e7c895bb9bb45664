import { createHash } from "node:crypto";
import { DATA_COLUMNS, type DataKind, IMPORT_LINES_MAX, type ImportFormat } from "#contract/constants/imports.ts";
import type { ImportLine } from "#db/schema/events/import-portions.ts";
import { storableJson } from "#db/storable.ts";
import { DomainError } from "#domain/errors.ts";
import { type Columns, withFields } from "./columns.ts";
import { csvLines } from "./csv-lines.ts";
import { jsonLines, ndjsonLines } from "./json-lines.ts";

/** Lines that are written by one transaction, and about how many characters they have as JSON. */
const PORTION_LINES = 500;
const PORTION_LENGTH = 1024 * 1024;

interface FileOptions {
  kind: DataKind;
  format: ImportFormat;
  charset: string | undefined;
  columns: Columns;
}

/**
 * The lines of a file in portions. A line that names the same as an earlier one has a problem: which of them counts does not
 * depend on the order in which lines are written. Throws `invalid_input` for a file that cannot be read, or has none or too many lines.
 */
export async function* portionsOf(
  chunks: AsyncIterable<Buffer>,
  { kind, format, charset, columns }: FileOptions,
): AsyncGenerator<ImportLine[]> {
  const lines = {
    csv: () => csvLines(chunks, kind, charset, columns),
    json: () => jsonLines(chunks, charset),
    ndjson: () => ndjsonLines(chunks, charset),
  }[format]();
  const first = new Map<string, number>();
  let portion: ImportLine[] = [];
  let length = 0;
  let count = 0;
  for await (const read of lines) {
    count += 1;
    if (count > IMPORT_LINES_MAX) {
      throw new DomainError(
        "payload_too_large",
        `The file has more than ${IMPORT_LINES_MAX} lines: divide it into several files`,
      );
    }
    const line = checked(format === "csv" ? read : withFields(read, columns), kind, first);
    const json = JSON.stringify(line);
    portion.push(json === storableJson(line) ? line : { line: line.line, problem: UNSTORABLE });
    length += json.length;
    if (portion.length >= PORTION_LINES || length >= PORTION_LENGTH) {
      yield portion;
      portion = [];
      length = 0;
    }
  }
  if (count === 0)
    throw new DomainError("invalid_input", "The file has no lines: send one line for each of what it names");
  if (portion.length > 0) yield portion;
}

const UNSTORABLE = {
  field: null,
  message: "The line holds NUL characters or broken Unicode, which cannot be stored: remove them",
};

/** The fields by which a line of a kind is the same as another one. */
const KEYS = {
  subscribers: ["subscriberId"],
  topics: ["topicKey", "subscriberId"],
  preferences: ["subscriberId", "workflow"],
  suppressions: ["address", "channel"],
} as const satisfies Record<DataKind, readonly string[]>;

function checked(read: ImportLine, kind: DataKind, first: Map<string, number>): ImportLine {
  const { line, record } = read;
  if (!record) return read;
  const known: readonly string[] = DATA_COLUMNS[kind];
  const unknown = Object.keys(record).find((field) => !known.includes(field));
  if (unknown !== undefined) {
    const message = `is no field of ${kind}: remove it. Fields are ${known.join(", ")}`;
    return { line, problem: { field: unknown.slice(0, 100), message } };
  }
  const key = JSON.stringify(
    KEYS[kind].map((field) => (typeof record[field] === "string" ? record[field].trim() : (record[field] ?? ""))),
  );
  const hash = createHash("blake2s256").update(key).digest("base64").slice(0, 22);
  const earlier = first.get(hash);
  if (earlier === undefined) first.set(hash, line);
  else
    return { line, problem: { field: KEYS[kind][0], message: `is in line ${earlier} already: keep one of the lines` } };
  return read;
}
