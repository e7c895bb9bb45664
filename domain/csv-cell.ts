/*
 * Cells of CSV files (RFC 4180). Spreadsheet programs take a cell that begins with one of these characters for a formula, and
 * execute it. An export puts an apostrophe before such a text, which spreadsheets show as text, and an import takes it away again.
 */

const FORMULA = /^'*[=+\-@\t\r]/;

/** The text as an export writes it. */
export const guardCell = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** The text that `guardCell` was given. */
export const unguardCell = (text: string): string => (/^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text);

const quoted = (text: string): string => (/[",;\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A line of a file, with its end. Null and undefined are empty cells, what is no text is JSON. */
export const csvLine = (cells: readonly unknown[]): string =>
  `${cells.map((cell) => quoted(guardCell(cellText(cell)))).join(",")}\r\n`;

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return "";
  return typeof cell === "string" ? cell : JSON.stringify(cell);
}
