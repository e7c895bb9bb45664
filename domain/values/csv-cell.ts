import { stringify } from "csv-stringify/sync";
import { guardCell } from "#contract/constants/templates/formula-cells.ts";

const json = (value: unknown): string => guardCell(JSON.stringify(value));

/** A line of a file, with its end. Null and undefined are empty cells, what is no text is JSON. */
export const csvLine = (cells: readonly unknown[]): string =>
  stringify([cells], {
    record_delimiter: "\r\n",
    // Quotes line ends of other systems as well.
    quote_record_delimiter: true,
    // Separators of other programs.
    quoted_match: /[;\t]/,
    cast: { string: guardCell, boolean: json, number: json, object: json, date: json },
  });
