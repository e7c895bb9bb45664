/** The language of subscribers without a locale, and of organisations that have not chosen a default. */
const FALLBACK_LOCALE = "en";

/** An encoding or a variant that operating systems write behind a locale: `de_AT.UTF-8`, `de_DE@euro`. */
const SUFFIX = /[.@]/;

/** A locale in the form of BCP 47, `de-AT` for `de_at`; undefined for a text that is none. */
export function canonicalLocale(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales((text.split(SUFFIX, 1)[0] ?? "").replaceAll("_", "-"))[0];
  } catch {
    return undefined;
  }
}

/**
 * The locales in whose translations a text is looked for, in this order: the subscriber's own, the more general ones that it belongs
 * to (`de-AT`, then `de`), and then those of the organisation's default. `en` takes the place of either that is missing.
 */
export function localeChain(locale: string | null | undefined, defaultLocale: string | null | undefined): string[] {
  const own = canonicalLocale(locale ?? "") ?? FALLBACK_LOCALE;
  const fallback = canonicalLocale(defaultLocale ?? "") ?? FALLBACK_LOCALE;
  return [...new Set([...withParents(own), ...withParents(fallback)])];
}

/** The locale whose texts those of the others in a group are translations of: the organisation's default, or a more general one. */
export const sourceLocale = (
  locales: readonly string[],
  defaultLocale: string | null | undefined,
): string | undefined => localeChain(defaultLocale, defaultLocale).find((locale) => locales.includes(locale));

function withParents(locale: string): string[] {
  const parts = locale.split("-");
  return parts.map((_, index) => parts.slice(0, parts.length - index).join("-"));
}
