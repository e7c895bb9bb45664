import { decodeText, markedEncoding, utf16Of } from "./decode-text.ts";

/* How programs write tables as text: what a reader of CSV has to know beside RFC 4180. */

const SEPARATORS = [",", ";", "\t", "|"] as const;

/** The first line of a file of Excel that names its separator. */
const SEPARATOR_LINE = /^\uFEFF?"?sep=([^\r\n"])"?(\r\n|\n|\r|$)/i;
const QUOTED = /"(?:[^"]|"")*"/g;
/** Whether it is what files leave at the end of a cell: line ends of other systems, NULs and the end of file of DOS. */
const isControl = (code: number): boolean => code < 0x20 || (code >= 0x7f && code < 0xa0);

/** Options of csv-parse. */
export const CSV_OPTIONS = {
  record_delimiter: ["\r\n", "\n", "\r"],
  relax_column_count: true,
};

interface Dialect {
  delimiter: string;
  /** The beginning of the file without a line that only names the separator. */
  text: string;
  /** The number of its first line. */
  line: number;
}

/** Returns the dialect of a file by its beginning; undefined while no line of it has a separator. */
export function dialectOf(start: string): Dialect | undefined {
  const named = SEPARATOR_LINE.exec(start);
  if (named?.[1] !== undefined) return { delimiter: named[1], text: start.slice(named[0].length), line: 2 };
  for (const line of start.replaceAll(QUOTED, (cell) => cell.replaceAll(/[^\r\n]/g, "x")).split(/\r\n|\n|\r/)) {
    const count = (separator: string) => line.split(separator).length;
    const [most] = [...SEPARATORS].sort((one, other) => count(other) - count(one));
    if (most !== undefined && count(most) > 1) return { delimiter: most, text: start, line: 1 };
  }
  return undefined;
}

/** The dialect of a file that has one column. */
export const oneColumn = (text: string): Dialect => ({ delimiter: ",", text, line: 1 });

/** A text without the byte order marks of files that were joined. `isStart`: whether it begins a line. */
export const withoutMarks = (text: string, isStart = true): string =>
  (isStart ? text.replace(/^\uFEFF+/, "") : text).replaceAll(/([\r\n])\uFEFF+/g, "$1");

/** A cell as it was meant: it never ends in a control character. */
export function cleanCell(cell: string): string {
  let end = cell.length;
  while (end > 0 && isControl(cell.charCodeAt(end - 1))) end -= 1;
  return cell.slice(0, end);
}

/** Whether a row has separators only, as spreadsheets leave them below a table. */
export const isBlankRow = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === "");

/** The lines that a row is written in. Breaks of lines are in quoted cells only. */
export const linesOfRow = (cells: readonly string[]): number => cells.join("").split(/\r\n|\n|\r/).length;

/** A text of whole lines in which cells that spreadsheets are told to keep as they are, `="0123"`, are quoted as RFC 4180 asks. */
export function withQuotedGuards(text: string, delimiter: string): string {
  if (!text.includes('="')) return text;
  const separator = delimiter.replace(/[\\^\]-]/, "\\$&");
  // Inside quoted cells, a quote is followed by another one, and after them by a separator.
  const guard = new RegExp(`(?<=^|[${separator}\\r\\n])="([^"${separator}\\r\\n]+)"(?=[${separator}\\r\\n]|$)`, "g");
  return text.replaceAll(guard, '"=""$1"""');
}

const REASONS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: "a quote is opened and not closed: write quotes inside a quoted cell twice",
  CSV_INVALID_CLOSING_QUOTE: "something follows a closing quote: write quotes inside a quoted cell twice",
  INVALID_OPENING_QUOTE: "a quote stands inside a cell: quote the whole cell, and write the quote twice",
};

/** Why csv-parse refuses a file, in words. */
export const csvReason = (code: string): string =>
  REASONS[code] ?? "the line cannot be read as CSV: write quotes inside a quoted cell twice";

const ROUNDED = /^[-+]?\d+(?:[.,]\d+)?E\+\d{1,3}$/i;

/** The fault of an identifier or a phone number that a spreadsheet took for a number: its last digits are gone. */
export const roundedFault = (cell: string): string | undefined =>
  ROUNDED.test(cell.trim())
    ? `${cell.trim()} is a number that a spreadsheet has rounded: give the column the format text, enter it again and export the file anew`
    : undefined;

/** The name of a column, in whichever case and with whichever spaces it is written. */
export const columnName = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]+/g, "");

/** Returns a text in windows-1252; undefined when it has bytes that this encoding does not, which decoders make control characters. */
function windowsText(bytes: Uint8Array): string | undefined {
  const text = decodeText(bytes, { charset: "windows-1252" });
  return /[\u0080-\u009f]/.test(text) ? undefined : text;
}

/** Letters each of which has a NUL beside it: a part in UTF-16 among others. */
const SPREAD = /(?:[\t\x20-\x7e]\0){3}|(?:\0[\t\x20-\x7e]){3}/;

/** As many letters of UTF-16 in a row whose halves are both letters of ASCII show a part in UTF-8: words are not made of them alone. */
const PAIRS_MIN = 16;
const isAscii = (byte: number): boolean => (byte >= 0x20 && byte < 0x7f) || byte === 0x0a || byte === 0x0d;

/** Whether a decoded text shows that its file is in several encodings, of which one is UTF-16. */
export function isMixed(text: string): boolean {
  // What CR and LF make is no letter.
  if (SPREAD.test(text) || text.includes("\u0a0d")) return true;
  let pairs = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    pairs = isAscii(code >> 8) && isAscii(code & 0xff) ? pairs + 1 : 0;
    if (pairs >= PAIRS_MIN) return true;
  }
  return false;
}

/** Returns the text of lines in UTF-8, or as Excel writes them, in windows-1252; undefined when they are in neither. */
export function decodeLines(bytes: Uint8Array): string | undefined {
  const whole = decoded("utf-8", bytes);
  if (whole !== undefined) return whole;
  const texts: string[] = [];
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.subarray(start).findIndex((byte) => byte === 0x0a || byte === 0x0d);
    const end = found === -1 ? bytes.length : start + found + 1;
    const line = bytes.subarray(start, end);
    const text = markedEncoding(line) ? undefined : (decoded("utf-8", line) ?? windowsText(line));
    if (text === undefined) return undefined;
    texts.push(text);
    start = end;
  }
  return texts.join("");
}

function decoded(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Returns the text of a whole file; undefined when its encoding is not known. */
export function decodeFile(bytes: Uint8Array): string | undefined {
  const encoding = utf16Of(bytes);
  const text = encoding ? decoded(encoding, bytes) : decodeLines(bytes);
  return text !== undefined && isMixed(text) ? undefined : text;
}
