import { nearer } from "./near-locales.ts";

/** The language of subscribers without a locale, and of organisations that have not chosen a default. */
const FALLBACK_LOCALE = "en";

/** Modifiers of operating systems that name a script. */
const MODIFIER_SCRIPTS: ReadonlyMap<string, string> = new Map([
  ["latin", "Latn"],
  ["cyrillic", "Cyrl"],
  ["devanagari", "Deva"],
]);

/** Languages by tags of BCP 47 that Intl does not take; the registry replaces them by these. */
const REPLACED: ReadonlyMap<string, string> = new Map([
  ["en-gb-oed", "en-GB-oxendict"],
  ["no-bok", "nb"],
  ["no-nyn", "nn"],
  ["i-klingon", "tlh"],
  ["i-lux", "lb"],
  ["i-navajo", "nv"],
  ["i-hak", "hak"],
  ["sgn-be-fr", "sfb"],
  ["sgn-be-nl", "vgt"],
  ["sgn-ch-de", "sgg"],
]);

/** A language by the one that it belongs to: `zh-cmn-Hans` is `cmn-Hans`. */
const EXTENDED_LANGUAGE = /^[a-z]{2,3}(?:-[a-z]{3})*-(?=[a-z]{3}(?:-|$))/i;

/**
 * A locale in the form of BCP 47, `de-AT` for `de_at`; undefined for a text that is none. Operating systems write an encoding and a
 * modifier behind it: `de_AT.UTF-8`, `de_DE@euro`.
 */
export function canonicalLocale(text: string): string | undefined {
  const [encoded = "", modifier = ""] = text.split("@", 2);
  const tag = (encoded.split(".", 1)[0] ?? "").replaceAll("_", "-");
  const script = MODIFIER_SCRIPTS.get(modifier.toLowerCase());
  try {
    const known = REPLACED.get(tag.toLowerCase()) ?? tag.replace(EXTENDED_LANGUAGE, "");
    const canonical = Intl.getCanonicalLocales(known)[0];
    return canonical && script ? new Intl.Locale(canonical, { script }).toString() : canonical;
  } catch {
    return undefined;
  }
}

/**
 * The locales in whose translations a text is looked for, in this order: the subscriber's own, other spellings of the same and those
 * that it belongs to or is near to (`zh-TW`, then `zh-Hant`, then `zh`), and then those of the organisation's default. `en` takes the
 * place of either that is missing.
 */
export function localeChain(locale: string | null | undefined, defaultLocale: string | null | undefined): string[] {
  const own = canonicalLocale(locale ?? "") ?? FALLBACK_LOCALE;
  const fallback = canonicalLocale(defaultLocale ?? "") ?? FALLBACK_LOCALE;
  return [...new Set([...nearer(own), ...nearer(fallback)])];
}

/** The locale whose texts those of the others in a group are translations of: the organisation's default, or a more general one. */
export const sourceLocale = (
  locales: readonly string[],
  defaultLocale: string | null | undefined,
): string | undefined => localeChain(defaultLocale, defaultLocale).find((locale) => locales.includes(locale));

/** Whether a locale takes the texts that it lacks from a more general one in the same script, as `zh-TW` does from `zh-Hant` and not from `zh`. */
export function isCoveredBy(locale: string, general: string): boolean {
  const { region, script } = new Intl.Locale(general).maximize();
  const isGeneral = new Intl.Locale(general).region === undefined || /^\d/.test(region ?? "");
  return isGeneral && new Intl.Locale(locale).maximize().script === script && nearer(locale).includes(general);
}
