import { stringify } from "csv-stringify/browser/esm/sync";
import { guardCell } from "#contract/constants/templates/formula-cells.ts";
import { nestTexts } from "#contract/constants/templates/translation-texts.ts";
import type { GroupTexts, LocaleColumn } from "./text-states.ts";

/** How the keys of a JSON file are written: as objects in each other, or whole. */
export type JsonForm = "nested" | "flat";

/** The texts of a locale as a JSON file. */
export function jsonFile({ texts }: Pick<LocaleColumn, "texts">, form: JsonForm): string {
  return `${JSON.stringify(form === "nested" ? nestTexts(texts) : Object.fromEntries(texts), null, 2)}\n`;
}

/** The texts of a group as a CSV file: a line for each key, a column for each locale. A missing text is an empty cell. */
export function csvFile({ keys, columns }: Pick<GroupTexts, "keys" | "columns">): string {
  const lines = keys.map((key) => [key, ...columns.map(({ texts }) => texts.get(key) ?? "")].map(guardCell));
  return stringify([["key", ...columns.map(({ locale }) => locale)], ...lines], {
    // Spreadsheet programs take a file without it for one of an old encoding.
    bom: true,
    record_delimiter: "\r\n",
    quote_record_delimiter: true,
    quoted_match: /[;\t\n]/,
  });
}
