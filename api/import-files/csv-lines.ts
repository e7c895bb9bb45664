import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { unguardCell } from "#contract/constants/formula-cells.ts";
import { DATA_COLUMNS, type DataKind, IMPORT_LINE_MAX_BYTES } from "#contract/constants/imports.ts";
import type { ImportLine } from "#db/schema/import-portions.ts";
import { DomainError } from "#domain/errors.ts";
import { textsOf } from "./texts.ts";

/** The longest header, in characters. */
const HEADER_MAX = 16_384;
const DELIMITERS = [",", ";", "\t"] as const;

/**
 * The lines of a CSV file, which begins with a header. Cells are separated by commas, semicolons or tabs, whichever the header has
 * most of. Throws `invalid_input` for a file that cannot be read, and for a header with columns that do not exist.
 */
export async function* csvLines(chunks: AsyncIterable<Buffer>, kind: DataKind): AsyncGenerator<ImportLine> {
  const texts = textsOf(chunks);
  const { start, delimiter } = await beginOf(texts);
  const parser = parse({
    delimiter,
    info: true,
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: IMPORT_LINE_MAX_BYTES,
  });
  const source = Readable.from(joined(start, texts));
  source.on("error", (error) => parser.destroy(error));
  source.pipe(parser);
  let columns: Column[] | undefined;
  try {
    // With `info`, csv-parse gives each record with its place.
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      if (columns) yield lineOf(record, columns, info.lines);
      else columns = columnsOf(record, kind);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error.lines === "number" ? `Line ${error.lines}: ` : "";
    throw new DomainError("invalid_input", `${line}${REASONS[error.code] ?? "the line is no CSV (RFC 4180)"}`);
  } finally {
    source.destroy();
  }
}

const REASONS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: "a quote is opened and not closed: write quotes inside a quoted cell twice",
  CSV_INVALID_CLOSING_QUOTE: "something follows a closing quote: write quotes inside a quoted cell twice",
  INVALID_OPENING_QUOTE: "a quote stands inside a cell: quote the whole cell, and write the quote twice",
  CSV_MAX_RECORD_SIZE: `the line is longer than ${IMPORT_LINE_MAX_BYTES} characters, or a quote before it is not closed`,
};

/** The beginning of the file, at least its first line, and what separates its cells. */
async function beginOf(texts: AsyncGenerator<string>): Promise<{ start: string; delimiter: string }> {
  let start = "";
  while (!/[\r\n]/.test(start) && start.length <= HEADER_MAX) {
    const { value, done } = await texts.next();
    if (done) break;
    start += value;
  }
  const [header = ""] = start.split(/[\r\n]/, 1);
  if (header.length > HEADER_MAX)
    throw new DomainError("invalid_input", `Line 1: the header is longer than ${HEADER_MAX} characters`);
  const count = (delimiter: string) => header.split(delimiter).length;
  const [delimiter] = [...DELIMITERS].sort((a, b) => count(b) - count(a));
  return { start, delimiter: delimiter ?? "," };
}

async function* joined(start: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  if (start !== "") yield start;
  yield* rest;
}

interface Column {
  field: string;
  /** Of a column `data.<name>`. */
  dataKey?: string;
  read(cell: string): unknown;
}

/** Throws `invalid_input` with a message for each column that does not fit. */
function columnsOf(header: readonly string[], kind: DataKind): Column[] {
  const known: readonly string[] = DATA_COLUMNS[kind];
  const problems: string[] = [];
  const seen = new Set<string>();
  const columns = header.map((cell): Column => {
    const field = unguardCell(cell.trim());
    if (seen.has(field)) problems.push(`Line 1: the column ${field} is there twice: remove one of them`);
    seen.add(field);
    const dataKey = kind === "subscribers" && field.startsWith("data.") ? field.slice(5) : undefined;
    if (dataKey !== undefined && dataKey !== "" && dataKey !== "__proto__")
      return { field, dataKey, read: (text) => text };
    if (!known.includes(field)) {
      problems.push(
        `Line 1: ${kind} have no column ${JSON.stringify(field.slice(0, 100))}: rename or remove it. Columns are ${known.join(", ")}` +
          (kind === "subscribers" ? ", and data.<name> for single values of data" : ""),
      );
    }
    return { field, read: READERS[kind][field] ?? ((text) => text) };
  });
  const [key = ""] = known;
  if (!seen.has(key)) problems.push(`Line 1: the column ${key} is missing: the first line names the columns`);
  if (seen.has("data") && columns.some(({ dataKey }) => dataKey !== undefined)) {
    problems.push("Line 1: there are a column data and columns data.<name>: use one or the other");
  }
  if (problems.length > 0) throw new DomainError("invalid_input", problems);
  return columns;
}

/** Cells that are no text. What is not understood stays a text, which the check of the line refuses. */
const json = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};
const flag = (text: string): unknown => ({ true: true, false: false })[text.toLowerCase()] ?? text;
const READERS: Readonly<Record<DataKind, Readonly<Record<string, (text: string) => unknown>>>> = {
  subscribers: { data: json },
  topics: { data: json },
  preferences: { schedule: json, enabled: flag, in_app: flag, email: flag, sms: flag, chat: flag, push: flag },
};

function lineOf(cells: readonly string[], columns: readonly Column[], line: number): ImportLine {
  if (cells.length !== columns.length) {
    const message = `The line has ${cells.length} cells and the header ${columns.length}: quote cells that contain a separator`;
    return { line, problem: { field: null, message } };
  }
  const record: Record<string, unknown> = {};
  const data: [string, unknown][] = [];
  for (const [index, column] of columns.entries()) {
    const text = unguardCell(cells[index] ?? "");
    // An empty cell says nothing.
    if (text === "") continue;
    if (column.dataKey === undefined) record[column.field] = column.read(text);
    else data.push([column.dataKey, text]);
  }
  if (data.length > 0) record.data = Object.fromEntries(data);
  return { line, record };
}
