import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { DATA_COLUMNS, type DataKind, IMPORT_LINE_MAX_BYTES } from "#contract/constants/imports.ts";
import { unguardCell } from "#contract/constants/templates/formula-cells.ts";
import {
  CSV_OPTIONS,
  cleanCell,
  columnName,
  csvReason,
  dialectOf,
  isBlankRow,
  linesOfRow,
  oneColumn,
  roundedFault,
  withQuotedGuards,
} from "#contract/constants/values/csv-dialect.ts";
import { parseExactJson } from "#contract/constants/values/exact-json.ts";
import { isJsonObject } from "#contract/constants/values/json-object.ts";
import type { ImportLine } from "#db/schema/events/import-portions.ts";
import { DomainError } from "#domain/errors.ts";
import { type Columns, dataKeyOf } from "./columns.ts";
import { csvTexts } from "./csv-texts.ts";

/** The longest beginning without a separator, in characters: beyond, the file has one column. */
const START_MAX = 16_384;

/**
 * The lines of a CSV file, which begins with a header. Cells are separated by what the first line that has a separator has most of. A
 * header once more, as in files that were joined, is one of the lines after it. Throws `invalid_input` for a file that cannot be read, and
 * for a header with columns that do not exist.
 */
export async function* csvLines(
  chunks: AsyncIterable<Buffer>,
  kind: DataKind,
  charset?: string,
  names: Columns = new Map(),
): AsyncGenerator<ImportLine> {
  const texts = csvTexts(chunks, charset);
  const { text, delimiter, line: firstLine } = await beginOf(texts);
  const parser = parse({
    ...CSV_OPTIONS,
    delimiter,
    max_record_size: IMPORT_LINE_MAX_BYTES,
  });
  const source = Readable.from(joined(text, texts, delimiter));
  source.on("error", (error) => parser.destroy(error));
  source.pipe(parser);
  let columns: Column[] | undefined;
  let next = firstLine;
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      const line = next;
      next += linesOfRow(record);
      const cells = record.map(cleanCell);
      if (isBlankRow(cells)) continue;
      if (columns === undefined) columns = columnsOf(cells, kind, names, line);
      else if (isHeader(cells, kind, names)) columns = columnsOf(cells, kind, names, line);
      else yield lineOf(cells, columns, line);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error.lines === "number" ? `Line ${error.lines + firstLine - 1}: ` : "";
    const reason = error.code === "CSV_MAX_RECORD_SIZE" ? TOO_LONG : csvReason(error.code);
    throw new DomainError("invalid_input", `${line}${reason}`);
  } finally {
    source.destroy();
  }
}

const TOO_LONG = `the line is longer than ${IMPORT_LINE_MAX_BYTES} characters, or a quote before it is not closed`;

/** The beginning of the file, as far as its first line with a separator, and what separates its cells. */
async function beginOf(texts: AsyncGenerator<string>) {
  let start = "";
  while (start.length <= START_MAX) {
    const { value, done } = await texts.next();
    if (done) break;
    start += value;
    const lastBreak = Math.max(start.lastIndexOf("\n"), start.lastIndexOf("\r"));
    // A line that is not complete may have more of another separator.
    if (lastBreak !== -1 && dialectOf(start.slice(0, lastBreak))) break;
  }
  return dialectOf(start) ?? oneColumn(start);
}

async function* joined(start: string, rest: AsyncIterable<string>, delimiter: string): AsyncGenerator<string> {
  if (start !== "") yield withQuotedGuards(start, delimiter);
  for await (const text of rest) yield withQuotedGuards(text, delimiter);
}

interface Column {
  field: string;
  /** Of a column `data.<name>`. */
  dataKey?: string;
  /** Undefined for a column that is left out. */
  read?(cell: string): unknown;
}

/** The field that a cell of the header names, in whichever case and with whichever spaces; null for a column that is left out. */
function fieldOf(cell: string, kind: DataKind, names: Columns): string | null {
  const written = unguardCell(cell.trim());
  const named = names.get(written);
  if (named !== undefined) return named;
  if (kind === "subscribers" && /^data\s*\./i.test(written))
    return `data.${written.slice(written.indexOf(".") + 1).trim()}`;
  return DATA_COLUMNS[kind].find((field) => columnName(field) === columnName(written)) ?? written;
}

/** Whether a later line is a header once more: a file was put behind another one. */
function isHeader(cells: readonly string[], kind: DataKind, names: Columns): boolean {
  const fields = cells
    .map((cell) => fieldOf(cell, kind, names))
    .filter((field): field is string => field !== null && field !== "");
  const known: readonly string[] = DATA_COLUMNS[kind];
  return fields.includes(known[0] ?? "") && fields.every((field) => known.includes(field) || field.startsWith("data."));
}

/** Cells without the empty ones at the end, which spreadsheets leave beside a table. */
function trimmed(cells: readonly string[], length: number): readonly string[] {
  const end = cells.findLastIndex((cell) => cell.trim() !== "") + 1;
  return cells.slice(0, Math.max(end, length));
}

/** Throws `invalid_input` with a message for each column that does not fit. */
function columnsOf(header: readonly string[], kind: DataKind, names: Columns, line: number): Column[] {
  const known: readonly string[] = DATA_COLUMNS[kind];
  const problems: string[] = [];
  const seen = new Set<string>();
  const columns = trimmed(header, 0).map((cell): Column => {
    const field = fieldOf(cell, kind, names);
    if (field === null) return { field: "" };
    if (seen.has(field)) problems.push(`Line ${line}: the column ${field} is there twice: remove one of them`);
    seen.add(field);
    const dataKey = kind === "subscribers" ? dataKeyOf(field) : undefined;
    if (dataKey !== undefined && dataKey !== "" && dataKey !== "__proto__")
      return { field, dataKey, read: (text) => text };
    if (!known.includes(field)) {
      problems.push(
        `Line ${line}: ${kind} have no column ${JSON.stringify(field.slice(0, 100))}: rename or remove it. Columns are ${known.join(", ")}` +
          (kind === "subscribers" ? ", and data.<name> for single values of data" : ""),
      );
    }
    return { field, read: READERS[kind][field] ?? ((text) => text) };
  });
  const [key = ""] = known;
  if (!seen.has(key)) problems.push(`Line ${line}: the column ${key} is missing: the first line names the columns`);
  if (seen.has("data") && columns.some(({ dataKey }) => dataKey !== undefined)) {
    problems.push(`Line ${line}: there are a column data and columns data.<name>: use one or the other`);
  }
  if (problems.length > 0) throw new DomainError("invalid_input", problems);
  return columns;
}

/** Cells that are no text. What is not understood stays a text, which is refused. */
const json = (text: string): unknown => {
  try {
    return parseExactJson(text);
  } catch {
    return text;
  }
};
const NO_OBJECT = {
  data: 'must be a JSON object, such as {"plan": "pro"}: correct the cell, or use columns data.<name>',
  schedule: 'must be a JSON object, such as {"isEnabled": false}: correct the cell',
};
/** Why the cell of a column that holds JSON cannot be read. */
const jsonFault = (field: string, value: unknown): string | undefined =>
  (field === "data" || field === "schedule") && !isJsonObject(value) ? NO_OBJECT[field] : undefined;

const flag = (text: string): unknown => ({ true: true, false: false })[text.toLowerCase()] ?? text;
const READERS: Readonly<Record<DataKind, Readonly<Record<string, (text: string) => unknown>>>> = {
  subscribers: { data: json },
  topics: { data: json },
  suppressions: {},
  preferences: { schedule: json, enabled: flag, in_app: flag, email: flag, sms: flag, chat: flag, push: flag },
};

/** Columns of which every digit counts. */
const EXACT: readonly string[] = ["subscriberId", "topicKey", "phone", "address"];

function lineOf(row: readonly string[], columns: readonly Column[], line: number): ImportLine {
  const cells = trimmed(row, columns.length);
  if (cells.length !== columns.length) {
    const message = `The line has ${cells.length} cells and the header ${columns.length}: quote cells that contain a separator`;
    return { line, problem: { field: null, message } };
  }
  const record: Record<string, unknown> = {};
  const data: [string, unknown][] = [];
  for (const [index, column] of columns.entries()) {
    const text = unguardCell(cells[index] ?? "");
    // An empty cell says nothing.
    if (!column.read || text === "") continue;
    const message = EXACT.includes(column.field) ? roundedFault(text) : undefined;
    if (message !== undefined) return { line, problem: { field: column.field, message } };
    const value = column.read(text);
    const fault = column.dataKey === undefined ? jsonFault(column.field, value) : undefined;
    if (fault !== undefined) return { line, problem: { field: column.field, message: fault } };
    if (column.dataKey === undefined) record[column.field] = value;
    else data.push([column.dataKey, text]);
  }
  if (data.length > 0) record.data = Object.fromEntries(data);
  return { line, record };
}
