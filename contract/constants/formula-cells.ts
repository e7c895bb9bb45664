/*
 * Cells of CSV files (RFC 4180). Spreadsheet programs take a cell that begins with one of these characters for a formula, and
 * execute it. An export puts an apostrophe before such a text, which spreadsheets show as text, and an import takes it away again.
 * `escape_formulas` of csv-stringify does not do: it adds none to a text that has one already, which an import would take away.
 */

const FORMULA = /^'*[=+\-@\t\r]/;

/** The text as an export writes it. */
export const guardCell = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** The text that `guardCell` was given. */
export const unguardCell = (text: string): string => (/^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text);
