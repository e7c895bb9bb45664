import { stringify } from "csv-stringify/browser/esm/sync";
import { guardCell } from "#contract/constants/templates/formula-cells.ts";
import type { ImportProblem } from "#contract/imports.ts";

/** Returns problems as a CSV file for spreadsheets. */
export const problemFile = (problems: readonly ImportProblem[]): string =>
  stringify(
    [
      ["line", "column", "problem"],
      ...problems.map(({ line, field = "", message }) => [String(line), guardCell(field), guardCell(message)]),
    ],
    // Spreadsheet programs take a file without the mark for one of an old encoding.
    { bom: true, record_delimiter: "\r\n", quote_record_delimiter: true },
  );
