import { TRANSLATIONS_READ_MAX } from "#contract/constants/limits.ts";
import { localeChain } from "#contract/constants/templates/locales.ts";
import type { Database } from "#db/client.ts";
import {
  findTranslations,
  loadTranslations,
  type TranslationRef,
  type TranslationRefs,
} from "#db/queries/translations/read-translations.ts";
import type { Scope } from "#db/scope.ts";
import { DomainError } from "#domain/errors.ts";
import { type TranslationKeys, translationKeys } from "#domain/templates/translation-keys.ts";
import { groupsOf, splitKey, type Translations, type TranslationTexts } from "#domain/templates/translations.ts";
import { type MessageSource, templatesOf } from "#rendering/render-message.ts";

type Locale = string | undefined;

/**
 * Reads the translations that some templates print for readers of these locales: undefined where the templates print none, which
 * costs nothing. Throws `invalid_input` when templates choose keys by variables among more texts than a message may take.
 */
export type ReadTranslations = (
  scope: Pick<Scope, "environmentId">,
  templates: readonly string[],
  locales: readonly Locale[],
) => Promise<((locale: Locale) => Translations | undefined) | undefined>;

/** Reads which texts there are once; what is made with it sees the same ones. */
export function createTranslationReader(db: Database): ReadTranslations {
  const known = new Map<string, Promise<TranslationRefs>>();

  function find(scope: Pick<Scope, "environmentId">, groups: readonly string[] | "any"): Promise<TranslationRefs> {
    const key = JSON.stringify([scope.environmentId, groups]);
    const finding = known.get(key) ?? findTranslations(db, scope, groups);
    known.set(key, finding);
    return finding;
  }

  return async (scope, templates, locales) => {
    const keys = translationKeys(templates);
    if (keys.length === 0) return undefined;
    const { refs, defaultLocale } = await find(scope, keys === "any" ? "any" : groupsOf(keys));
    if (refs.length === 0) return undefined;
    const chains = new Map(
      [...new Set(locales)].map((locale) => [locale, localeChain(locale, defaultLocale)] as const),
    );
    if (keys === "any") for (const chain of chains.values()) requireBounded(refs, chain);
    const wanted = new Set([...chains.values()].flat());
    const used = refs.filter(({ locale }) => wanted.has(locale));
    const texts = await loadTranslations(db, used);
    const ofLocale = new Map(
      [...chains].map(([locale, chain]) => [locale, translationsIn(chain, { keys, refs: used, texts })] as const),
    );
    return (locale) => ofLocale.get(locale);
  };
}

/** A subscriber as templates see it; a preview may be given anything. */
type Reader = { locale?: unknown } | null;

/** The translations of a message for its readers, or why it cannot have them; undefined for a message without. */
export async function messageTranslations(
  read: ReadTranslations,
  scope: Pick<Scope, "environmentId">,
  source: Pick<MessageSource, "channel" | "template" | "layout">,
  readers: readonly Reader[],
): Promise<{ of(reader: Reader): Translations | undefined } | { error: string } | undefined> {
  const templates = templatesOf(source).map(({ text }) => text);
  try {
    const translations = await read(scope, templates, readers.map(localeOf));
    return translations && { of: (reader) => translations(localeOf(reader)) };
  } catch (error) {
    if (error instanceof DomainError) return { error: error.message };
    throw error;
  }
}

/** The translations that texts of a step print for one member. Throws as `ReadTranslations` does. */
export async function translationsFor(
  { store, event }: { store: { translations: ReadTranslations }; event: Pick<Scope, "environmentId"> },
  { subscriber }: { subscriber: Reader },
  texts: readonly string[],
): Promise<Translations | undefined> {
  const locale = localeOf(subscriber);
  return (await store.translations(event, texts, [locale]))?.(locale);
}

const localeOf = (reader: Reader): Locale => (typeof reader?.locale === "string" ? reader.locale : undefined);

function requireBounded(refs: readonly TranslationRef[], chain: readonly string[]): void {
  const size = refs.reduce((sum, ref) => (chain.includes(ref.locale) ? sum + ref.size : sum), 0);
  if (size <= TRANSLATIONS_READ_MAX) return;
  const message = `The template chooses translations by variables, and those in ${chain.filter((locale) => refs.some((ref) => ref.locale === locale)).join(", ")} are ${size} characters, at most ${TRANSLATIONS_READ_MAX}: write their keys into the template`;
  throw new DomainError("invalid_input", message);
}

interface Read {
  keys: TranslationKeys;
  refs: readonly TranslationRef[];
  texts: ReadonlyMap<string, TranslationTexts>;
}

/** The texts of each group in the order of the chain; of keys that are known only those, because they are copied to the thread that renders. */
function translationsIn(chain: readonly string[], { keys, refs, texts }: Read): Translations {
  const translations = new Map<string, TranslationTexts[]>();
  for (const locale of chain) {
    for (const { id, group, ...ref } of refs) {
      const all = ref.locale === locale ? texts.get(id) : undefined;
      if (!all) continue;
      const some = keys === "any" ? all : onlyKeys(all, group, keys);
      if (some.size > 0) translations.set(group, [...(translations.get(group) ?? []), some]);
    }
  }
  return translations;
}

function onlyKeys(texts: TranslationTexts, group: string, keys: readonly string[]): TranslationTexts {
  const some = new Map<string, string>();
  for (const key of keys) {
    const split = splitKey(key);
    const text = split?.group === group ? texts.get(split.rest) : undefined;
    if (split && text !== undefined) some.set(split.rest, text);
  }
  return some;
}
