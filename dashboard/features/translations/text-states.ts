import { isCoveredBy, localeChain } from "#contract/constants/templates/locales.ts";
import { flattenTexts, placeholderGaps } from "#contract/constants/templates/translation-texts.ts";
import type { OutdatedTexts, TranslationTexts } from "#contract/workflows/translations.ts";
import type { OpenState, ShownKeys } from "./shown-keys.ts";

/** A text of the grid by one name. No locale has a blank. */
export const cellName = (locale: string, key: string): string => `${locale} ${key}`;

/** A locale of the group with its texts by key. */
export interface LocaleColumn {
  locale: string;
  texts: ReadonlyMap<string, string>;
  /** The locales of the group in which a text is looked for, this one first. */
  chain: readonly string[];
}

export interface TextState {
  text: string | undefined;
  open: readonly OpenState[];
  /** The text that is sent in place of one that the locale has not; undefined where there is none, and the key is sent. */
  fallback?: { locale: string; text: string } | undefined;
  /** Variables that the text of the default locale prints and this one does not, and the reverse. */
  gaps?: { lacking: readonly string[]; foreign: readonly string[] } | undefined;
}

export type OpenCounts = Readonly<Record<OpenState, number>>;

/** Everything that the grid shows of a group. */
export interface GroupTexts {
  /** Sorted; new ones first. */
  keys: readonly string[];
  columns: readonly LocaleColumn[];
  source: string | undefined;
  stateOf: (column: LocaleColumn, key: string) => TextState;
  /** The number of texts of a locale in each open state. */
  countsOf: (column: LocaleColumn) => OpenCounts;
}

interface GroupInput {
  columns: readonly { locale: string; texts: TranslationTexts }[];
  defaultLocale: string;
  outdated: OutdatedTexts | undefined;
  newKeys: readonly string[];
}

/** Reads the texts of a group once, so that 10,000 keys are looked at without delay. */
export function groupTexts({ columns: given, defaultLocale, outdated, newKeys }: GroupInput): GroupTexts {
  const locales = new Set(given.map(({ locale }) => locale));
  const columns = given.map(({ locale, texts }) => ({
    locale,
    texts: flattenTexts(texts),
    // It has all spellings of a locale, of which a group has one.
    chain: localeChain(locale, defaultLocale).filter((one) => locales.has(one)),
  }));
  const byLocale = new Map(columns.map((column) => [column.locale, column.texts]));
  const source = outdated?.source;
  const outdatedCells = new Set(
    outdated?.locales.flatMap(({ locale, keys }) => keys.map((key) => cellName(locale, key))) ?? [],
  );
  const stored = new Set(columns.flatMap(({ texts }) => [...texts.keys()]));
  const keys = [...newKeys.filter((key) => !stored.has(key)), ...[...stored].sort()];
  const known = new Map<string, TextState>();
  const counted = new Map<string, OpenCounts>();
  return {
    keys,
    columns,
    source,
    stateOf,
    countsOf(column) {
      const found = counted.get(column.locale) ?? count(column);
      counted.set(column.locale, found);
      return found;
    },
  };

  function stateOf(column: LocaleColumn, key: string): TextState {
    const name = cellName(column.locale, key);
    const found = known.get(name) ?? read(column, key, outdatedCells.has(name));
    known.set(name, found);
    return found;
  }

  function count(column: LocaleColumn): OpenCounts {
    const counts = { missing: 0, outdated: 0, placeholders: 0 };
    for (const key of keys) for (const open of stateOf(column, key).open) counts[open] += 1;
    return counts;
  }

  function read({ locale, texts, chain }: LocaleColumn, key: string, isOutdated: boolean): TextState {
    const text = texts.get(key);
    if (text === undefined) {
      const from = chain.find((one) => byLocale.get(one)?.has(key));
      const fallback = from === undefined ? undefined : { locale: from, text: byLocale.get(from)?.get(key) ?? "" };
      // de-AT holds what differs from de: what it takes from there is not missing.
      return { text, fallback, open: fallback && isCoveredBy(locale, fallback.locale) ? [] : ["missing"] };
    }
    const original = source === undefined || source === locale ? undefined : byLocale.get(source)?.get(key);
    const gaps = original === undefined ? undefined : placeholderGaps(original, text);
    const hasGaps = gaps && gaps.lacking.length + gaps.foreign.length > 0;
    const open = [...(isOutdated ? ["outdated" as const] : []), ...(hasGaps ? ["placeholders" as const] : [])];
    return { text, open, ...(hasGaps && { gaps }) };
  }
}

export interface TextFilter {
  /** Part of a key or of a text. */
  query: string;
  show: ShownKeys | undefined;
  /** Undefined for all locales. */
  locale: string | undefined;
}

/** Whether a text is one that the filter looks for; without a state, every open one is. */
function isWanted(state: TextState, { show }: Pick<TextFilter, "show">): boolean {
  if (show === undefined || show === "unused") return state.open.length > 0;
  return state.open.includes(show);
}

export const filteredColumns = ({ columns }: GroupTexts, { locale }: Pick<TextFilter, "locale">) =>
  columns.filter((column) => locale === undefined || column.locale === locale);

/** The keys that a filter shows. `isUsed` says whether a template prints one. */
export function filteredKeys(group: GroupTexts, filter: TextFilter, isUsed: (key: string) => boolean): string[] {
  const wanted = filter.query.toLowerCase();
  const columns = filteredColumns(group, filter);
  return group.keys.filter((key) => {
    const found =
      key.toLowerCase().includes(wanted) ||
      group.columns.some(({ texts }) => texts.get(key)?.toLowerCase().includes(wanted));
    if (!found || filter.show === undefined) return found;
    if (filter.show === "unused") return !isUsed(key);
    return columns.some((column) => isWanted(group.stateOf(column, key), filter));
  });
}

export interface Cell {
  locale: string;
  key: string;
}

/** The next open text behind a cell, row by row, and after the last one the first again; undefined where none is open. */
export function nextOpen(
  group: GroupTexts,
  keys: readonly string[],
  filter: TextFilter,
  from: Cell | undefined,
): Cell | undefined {
  const columns = filteredColumns(group, filter);
  const row = from ? keys.indexOf(from.key) : -1;
  const behind = row === -1 ? -1 : columns.findIndex(({ locale }) => locale === from?.locale);
  for (let step = 0; step <= keys.length; step += 1) {
    const key = keys[(Math.max(row, 0) + step) % keys.length];
    if (key === undefined) return undefined;
    const isFirst = step === 0;
    const isLast = step === keys.length;
    const found = columns.find(
      (column, index) =>
        (!isFirst || index > behind) && (!isLast || index <= behind) && isWanted(group.stateOf(column, key), filter),
    );
    if (found) return { locale: found.locale, key };
  }
  return undefined;
}
