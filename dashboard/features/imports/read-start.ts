import { CsvError, parse } from "csv-parse/browser/esm/sync";
import type { ImportFormat } from "#contract/constants/imports.ts";
import { unguardCell } from "#contract/constants/templates/formula-cells.ts";
import {
  CSV_OPTIONS,
  cleanCell,
  csvReason,
  decodeLines,
  dialectOf,
  isBlankRow,
  oneColumn,
  withoutMarks,
  withQuotedGuards,
} from "#contract/constants/values/csv-dialect.ts";
import { decodeText, utf16Of } from "#contract/constants/values/decode-text.ts";
import { kindOfFile } from "#contract/constants/values/file-kinds.ts";
import { isJsonObject } from "#contract/constants/values/json-object.ts";
import { jsonFault } from "#dashboard/components/controls/json-fault.ts";
import { readTextFile } from "#dashboard/read-text-file.ts";

/** A column of a file by its name, and what the first rows have in it. */
export interface FileColumn {
  name: string;
  values: string[];
}

/** A file that can be imported: the bytes as they are, and how the server is to read them. */
export interface ChosenFile {
  file: File;
  format: ImportFormat;
  columns: readonly FileColumn[];
}

type FileStart = { format: ImportFormat; columns: FileColumn[] } | { issue: string };

/** Rows that are shown, and objects whose names are the columns of a file of JSON. */
const ROWS_SHOWN = 3;
const OBJECTS_READ = 100;
const START_BYTES = 256 * 1024;

/** Reads the columns of a file and its first rows. The file is sent as it is: only the server reads all of it. */
export async function readStart(file: File): Promise<FileStart> {
  const start = new Uint8Array(await file.slice(0, START_BYTES).arrayBuffer());
  const kind = kindOfFile(start);
  if (kind !== undefined) return { issue: `The file is ${kind}: save it as CSV in UTF-8.` };
  if (/\.(?:csv|tsv|txt)$/i.test(file.name) || file.type === "text/csv") {
    return csvStart(start, file.size > START_BYTES);
  }
  const read = await readTextFile(file);
  return "issue" in read ? read : jsonStart(read.text);
}

function csvStart(bytes: Uint8Array, isCut: boolean): FileStart {
  const text = csvText(bytes, isCut);
  if (text === undefined) return { issue: "The file is in an encoding that is not known: save it as CSV in UTF-8." };
  const { delimiter, text: table } = dialectOf(text) ?? oneColumn(text);
  try {
    const options = { ...CSV_OPTIONS, delimiter, to: OBJECTS_READ };
    const records: string[][] = parse(withQuotedGuards(table, delimiter), options);
    const [header, ...rows] = records.map((record) => record.map(cleanCell)).filter((cells) => !isBlankRow(cells));
    if (!header) return { issue: "The file is empty." };
    if (rows.length === 0) return { issue: "The file has no lines below its header." };
    const columns = header.map((cell, index) => ({
      name: unguardCell(cell.trim()),
      values: rows.slice(0, ROWS_SHOWN).map((cells) => unguardCell(cells[index] ?? "")),
    }));
    return { format: "csv", columns: distinct(columns) };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { issue: `The file cannot be read: ${csvReason(error.code)}.` };
  }
}

/** The beginning of a file in whole lines, by the encodings that the server reads; undefined for others. */
function csvText(bytes: Uint8Array, isCut: boolean): string | undefined {
  const encoding = utf16Of(bytes);
  if (encoding) return withoutMarks(decodeText(bytes, { charset: encoding, isBeginning: true }));
  const end = Math.max(bytes.lastIndexOf(0x0a), bytes.lastIndexOf(0x0d)) + 1;
  const text = decodeLines(isCut && end > 0 ? bytes.subarray(0, end) : bytes);
  return text === undefined ? undefined : withoutMarks(text);
}

/** Columns by name, as the call names them. One without a name or values is left beside a table by spreadsheets. */
function distinct(columns: readonly FileColumn[]): FileColumn[] {
  const first = new Map(columns.toReversed().map((column) => [column.name, column]));
  return columns.filter(
    (column) =>
      first.get(column.name) === column && (column.name !== "" || column.values.some((value) => value !== "")),
  );
}

function jsonStart(text: string): FileStart {
  const format = text.trimStart().startsWith("[") ? "json" : "ndjson";
  if (format === "json") {
    const fault = jsonFault(text);
    if (fault) return { issue: `The file ${fault.message}.` };
  }
  const parsed: unknown[] = format === "json" ? JSON.parse(text) : objectsIn(text);
  const objects = parsed.slice(0, OBJECTS_READ).filter(isJsonObject);
  if (objects.length === 0)
    return { issue: "The file has no objects: it has to be a JSON array of them, or one in each line." };
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))];
  const columns = names.map((name) => ({
    name,
    values: objects.slice(0, ROWS_SHOWN).map((object) => valueText(object[name])),
  }));
  return { format, columns };
}

function objectsIn(text: string): unknown[] {
  return text
    .split("\n", OBJECTS_READ)
    .filter((line) => line.trim() !== "")
    .map((line) => (jsonFault(line) ? undefined : JSON.parse(line)));
}

const valueText = (value: unknown): string =>
  typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);
