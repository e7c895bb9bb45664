import { CsvError, parse } from "csv-parse/browser/esm/sync";
import type { z } from "zod";
import { issueSentence } from "#contract/constants/issue-sentences.ts";
import { unguardCell } from "#contract/constants/templates/formula-cells.ts";
import { canonicalLocale } from "#contract/constants/templates/locales.ts";
import { flattenTexts } from "#contract/constants/templates/translation-texts.ts";
import {
  CSV_OPTIONS,
  cleanCell,
  csvReason,
  decodeFile,
  dialectOf,
  isBlankRow,
  linesOfRow,
  oneColumn,
  withoutMarks,
  withQuotedGuards,
} from "#contract/constants/values/csv-dialect.ts";
import { kindOfFile } from "#contract/constants/values/file-kinds.ts";
import { Locale } from "#contract/schemas/common.ts";
import { TranslationTexts } from "#contract/workflows/translations.ts";
import { jsonFault } from "#dashboard/components/controls/json-fault.ts";

/** A file of texts: those of one locale, which the file may not name, or of several; or why it is none. */
export type ReadTexts =
  | { kind: "one"; texts: TranslationTexts; locale: string | undefined }
  | { kind: "several"; locales: Record<string, TranslationTexts> }
  | { kind: "refused"; issues: readonly string[] };

/** Issues that are shown at once. */
const ISSUES_SHOWN = 10;

/** Reads a file of JSON or CSV by its name and content: of CSV the bytes, whose encoding programs do not agree on. `xliff/read-xliff.ts` reads those of translators. */
export function readTexts(name: string, content: string | ArrayBuffer): ReadTexts {
  const kind = typeof content === "string" ? undefined : kindOfFile(new Uint8Array(content));
  if (kind !== undefined) return refused([`The file is ${kind}: save it as CSV in UTF-8.`]);
  const text = typeof content === "string" ? content : decodeFile(new Uint8Array(content));
  if (text === undefined) return refused(["The file is in an encoding that is not known: save it as CSV in UTF-8."]);
  if (text.trim() === "") return refused(["The file is empty."]);
  return /\.(?:csv|tsv|txt)$/i.test(name) ? readCsv(text) : readJson(name, text);
}

export function refused(issues: readonly string[]): ReadTexts {
  const others = issues.length - ISSUES_SHOWN;
  return {
    kind: "refused",
    issues: [...issues.slice(0, ISSUES_SHOWN), ...(others > 0 ? [`And ${others} more.`] : [])],
  };
}

function readJson(name: string, text: string): ReadTexts {
  const fault = jsonFault(text);
  if (fault) return refused([`The file ${fault.message}.`]);
  const parsed = TranslationTexts.safeParse(JSON.parse(text));
  if (!parsed.success) return refused(issuesOf(parsed.error.issues));
  if (flattenTexts(parsed.data).size === 0) return refused(["The file has no texts."]);
  return { kind: "one", texts: parsed.data, locale: localeIn(name) };
}

const issuesOf = (issues: readonly z.core.$ZodIssue[]): string[] =>
  issues.map((issue) =>
    issue.path.length === 0
      ? "The file has to be an object of texts by key."
      : `${issue.path.map(String).join(".")} ${issueSentence(issue)}.`,
  );

/** The locale that a file is named after: `shop.de-AT.json`, `de_AT.json`. */
function localeIn(name: string): string | undefined {
  const [last = ""] = name
    .replace(/\.json$/i, "")
    .split(".")
    .slice(-1);
  return /^[a-z]{2,3}(?:[-_][a-z0-9]{2,8})*$/i.test(last) ? canonicalLocale(last) : undefined;
}

interface Line {
  cells: string[];
  /** Counts from 1. */
  number: number;
}

function linesOf(content: string): Line[] | string {
  const text = withoutMarks(content);
  const { delimiter, text: table, line } = dialectOf(text) ?? oneColumn(text);
  try {
    const records: string[][] = parse(withQuotedGuards(table, delimiter), {
      ...CSV_OPTIONS,
      delimiter,
    });
    return numbered(records, line);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const at = typeof error.lines === "number" ? `Line ${error.lines + line - 1}: ` : "";
    return `${at}${csvReason(error.code)}.`;
  }
}

/** The rows that are not blank, each with the line that it begins in. */
function numbered(records: readonly string[][], first: number): Line[] {
  let next = first;
  return records.flatMap((record) => {
    const number = next;
    next += linesOfRow(record);
    const cells = record.map(cleanCell);
    return isBlankRow(cells) ? [] : [{ cells: cells.slice(0, cells.findLastIndex((cell) => cell !== "") + 1), number }];
  });
}

function readCsv(text: string): ReadTexts {
  const lines = linesOf(text);
  if (typeof lines === "string") return refused([lines]);
  const [header, ...others] = lines;
  const [first = "", ...names] = header?.cells ?? [];
  if (first.trim().toLowerCase() !== "key" || names.length === 0) {
    return refused(["Line 1: the first column has to be named key, and each other one after a locale: key,en,de."]);
  }
  const locales = names.map((name) =>
    Locale.safeParse(name.trim()).success ? canonicalLocale(name.trim()) : undefined,
  );
  const issues = names.flatMap((name, index) => {
    const locale = locales[index];
    if (locale === undefined)
      return [`Line 1: the column ${name || index + 2} is not named after a locale such as en or pt-BR.`];
    return locales.indexOf(locale) < index ? [`Line 1: ${locale} has two columns.`] : [];
  });
  const texts = new Map<string, Map<string, string>>();
  const seen = new Map<string, number>();
  for (const { cells, number } of others) {
    // The header of a file that was put behind this one.
    if (String(cells) === String(header?.cells)) continue;
    const [key = "", ...row] = cells.map(unguardCell);
    if (row.every((cell) => cell === "") && key === "") continue;
    if (key === "") issues.push(`Line ${number}: the key is missing.`);
    else if (seen.has(key)) issues.push(`Line ${number}: ${key} is in line ${seen.get(key)} already.`);
    else if (row.length > names.length) {
      issues.push(
        `Line ${number}: has ${cells.length} cells, and line 1 has ${names.length + 1}. Put texts with commas in quotes.`,
      );
    }
    seen.set(key, number);
    row.forEach((cell, index) => {
      const locale = locales[index];
      if (cell !== "" && locale !== undefined) texts.set(locale, (texts.get(locale) ?? new Map()).set(key, cell));
    });
  }
  if (issues.length === 0 && texts.size === 0) issues.push("The file has no texts.");
  return issues.length > 0 ? refused(issues) : checkedTexts(texts, seen);
}

/**
 * Texts by locale as the API takes them, or what is wrong with one, with its line where that is known. The locale is empty where the file
 * names none.
 */
export function checkedTexts(
  texts: ReadonlyMap<string, ReadonlyMap<string, string>>,
  lines: ReadonlyMap<string, number> = new Map(),
): ReadTexts {
  const locales: [string, TranslationTexts][] = [];
  const issues: string[] = [];
  for (const [locale, ofLocale] of texts) {
    const parsed = TranslationTexts.safeParse(Object.fromEntries(ofLocale));
    if (parsed.success) locales.push([locale, parsed.data]);
    // Objects have no such key of their own, so that its text would be lost.
    const reserved = ofLocale.has("__proto__")
      ? [{ path: ["__proto__"], code: "custom", message: "cannot be a key" }]
      : [];
    for (const issue of [...reserved, ...(parsed.error?.issues ?? [])]) {
      const key = issue.path.map(String).join(".");
      const line = lines.get(key);
      const place = [key, locale].filter(Boolean).join(" in ");
      issues.push(`${line === undefined ? "" : `Line ${line}: `}${place} ${issueSentence(issue)}.`);
    }
  }
  if (issues.length > 0) return refused(issues);
  const [[locale, only] = []] = locales;
  if (locale === "" && only) return { kind: "one", texts: only, locale: undefined };
  return { kind: "several", locales: Object.fromEntries(locales) };
}
