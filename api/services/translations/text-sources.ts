import { createHash } from "node:crypto";
import { localeChain, sourceLocale } from "#contract/constants/templates/locales.ts";
import { flattenTexts } from "#contract/constants/templates/translation-texts.ts";
import type { TextNotes, TranslationTexts } from "#contract/workflows/translations.ts";
import { findOrganization } from "#db/queries/organizations/organizations.ts";
import type { TranslationGroupRow } from "#db/queries/translations/translation-groups.ts";
import { findTranslationsIn, type TranslationRow } from "#db/queries/translations/translations.ts";
import type { Executor } from "#db/transaction.ts";

/*
 * A translation is outdated when the text that it was written for has become another one. Its row notes that text by its hash. Where it
 * notes none, because the text was written before such notes were kept or before the default locale had one, it was written for
 * the first text that there was.
 */

/** Texts of a locale, with the notes about them. */
type Noted = Pick<TranslationRow, "locale" | "texts" | "sources" | "replaced">;

/** Names a text of a locale. Another default locale makes no translation outdated. */
function nameOf(locale: string, text: string): string {
  return `${locale} ${createHash("sha256").update(text).digest("base64url").slice(0, 16)}`;
}

/** The row that the others of a group translate; undefined where the group has no texts in the organisation's default locale. */
export async function readSource(
  db: Executor,
  group: TranslationGroupRow,
  alsoLocale?: string,
): Promise<{ source: TranslationRow | undefined; also: TranslationRow | undefined }> {
  const organization = await findOrganization(db, group.organizationId);
  const chain = localeChain(organization?.defaultLocale, organization?.defaultLocale);
  const rows = await findTranslationsIn(db, group, [...chain, ...(alsoLocale === undefined ? [] : [alsoLocale])]);
  const found = sourceLocale(
    rows.map(({ locale }) => locale),
    organization?.defaultLocale,
  );
  return {
    source: rows.find(({ locale }) => locale === found),
    also: rows.find(({ locale }) => locale === alsoLocale),
  };
}

interface NotesContext {
  locale: string;
  before: Noted | undefined;
  source: Noted | undefined;
  /** By key, of texts that are brought back as they were. */
  given?: Readonly<Record<string, TextNotes>> | undefined;
}

/** The notes of texts that take the place of others: those that change are written for the source's text of now. */
export function notesOf(
  texts: TranslationTexts,
  { locale, before, source, given = {} }: NotesContext,
): Pick<TranslationRow, "sources" | "replaced"> {
  const earlier = flattenTexts(before?.texts ?? {});
  const translated = source && source.locale !== locale ? flattenTexts(source.texts) : undefined;
  const sources: [string, string][] = [];
  const replaced: [string, string][] = [];
  for (const [key, text] of flattenTexts(texts)) {
    const old = earlier.get(key);
    if (old === undefined && Object.hasOwn(given, key)) {
      const { first, writtenFor } = given[key] ?? {};
      if (first !== undefined) replaced.push([key, first]);
      if (writtenFor !== undefined) sources.push([key, writtenFor]);
      continue;
    }
    const first =
      noteOf(before?.replaced, key) ?? (old !== undefined && old !== text ? nameOf(locale, old) : undefined);
    if (first !== undefined) replaced.push([key, first]);
    const original = translated?.get(key);
    const noted = old !== text && source && original !== undefined;
    const note = noted ? nameOf(source.locale, original) : noteOf(before?.sources, key);
    if (note !== undefined) sources.push([key, note]);
  }
  return { sources: Object.fromEntries(sources), replaced: Object.fromEntries(replaced) };
}

/** Returns the notes about the text of a key. */
export function notesAbout({ sources, replaced }: Noted, key: string): TextNotes {
  const [writtenFor, first] = [noteOf(sources, key), noteOf(replaced, key)];
  return { ...(writtenFor !== undefined && { writtenFor }), ...(first !== undefined && { first }) };
}

/** The keys of a translation whose text in the source has changed since. */
export function outdatedKeys(translation: Noted, source: Noted): string[] {
  if (translation.locale === source.locale) return [];
  const originals = flattenTexts(source.texts);
  return [...flattenTexts(translation.texts).keys()].filter((key) => {
    const original = originals.get(key);
    if (original === undefined) return false;
    const own = noteOf(translation.sources, key);
    const writtenFor = own?.startsWith(`${source.locale} `) ? own : noteOf(source.replaced, key);
    return writtenFor !== undefined && writtenFor !== nameOf(source.locale, original);
  });
}

/** The notes of a translation with which these keys are up to date. */
export function reviewedSources(translation: Noted, source: Noted, keys: readonly string[]): TranslationRow["sources"] {
  const originals = flattenTexts(source.texts);
  const reviewed = keys.flatMap((key): [string, string][] => {
    const original = originals.get(key);
    return original === undefined ? [] : [[key, nameOf(source.locale, original)]];
  });
  return Object.fromEntries([...Object.entries(translation.sources), ...reviewed]);
}

/** A key may be `constructor`. */
const noteOf = (notes: Readonly<Record<string, string>> | undefined, key: string): string | undefined =>
  notes && Object.hasOwn(notes, key) ? notes[key] : undefined;
