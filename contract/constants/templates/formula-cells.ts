/*
 * Cells of CSV files (RFC 4180). Spreadsheet programs take a cell that begins with one of these characters for a formula, and
 * execute it. An export puts an apostrophe before such a text, which spreadsheets show as text, and an import takes it away again.
 * `escape_formulas` of csv-stringify does not do: it adds none to a text that has one already, which an import would take away.
 */

const FORMULA = /^'*[=+\-@\t\r]/;
/** A number that a spreadsheet keeps as a text: `'0123`. */
const NUMBER_AS_TEXT = /^'+[\d()./ -]+$/;
/** The same as programs write it for spreadsheets: `="0123"`. */
const TEXT_AS_FORMULA = /^="([^"]*)"$/;

/** The text as an export writes it. */
export const guardCell = (text: string): string =>
  FORMULA.test(text) || NUMBER_AS_TEXT.test(text) ? `'${text}` : text;

/** The text that `guardCell` was given, or that a spreadsheet was told to keep as it is. */
export const unguardCell = (text: string): string => {
  const [, kept] = TEXT_AS_FORMULA.exec(text.trim()) ?? [];
  if (kept !== undefined) return kept;
  return /^'+[=+\-@\t\r]/.test(text) || NUMBER_AS_TEXT.test(text) ? text.slice(1) : text;
};
