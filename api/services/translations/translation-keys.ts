import { localeChain } from "#contract/constants/templates/locales.ts";
import type { Database } from "#db/client.ts";
import { findTranslations, loadTranslations, type TranslationRef } from "#db/queries/translations/read-translations.ts";
import type { Scope } from "#db/scope.ts";

/**
 * The keys that templates may print, by group, with the type of each, as the other variables are listed. Those of one locale stand for a
 * group: the organisation's default, else the first one that there is.
 */
export async function translationKeysOf(db: Database, scope: Scope): Promise<Record<string, Record<string, "String">>> {
  const { refs, defaultLocale } = await findTranslations(db, scope, "any");
  const chain = localeChain(defaultLocale, defaultLocale);
  const chosen = new Map<string, TranslationRef>();
  for (const ref of refs) {
    const other = chosen.get(ref.group);
    if (!other || isBefore(chain, ref.locale, other.locale)) chosen.set(ref.group, ref);
  }
  const texts = await loadTranslations(db, [...chosen.values()]);
  return Object.fromEntries(
    [...chosen].map(([group, { id }]) => {
      const keys = [...(texts.get(id)?.keys() ?? [])];
      return [group, Object.fromEntries(keys.map((key) => [key, "String" as const]))] as const;
    }),
  );
}

function isBefore(chain: readonly string[], one: string, other: string): boolean {
  const [a, b] = [one, other].map((locale) => (chain.includes(locale) ? chain.indexOf(locale) : chain.length));
  return a === b ? one < other : (a ?? 0) < (b ?? 0);
}
