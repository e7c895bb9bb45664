import { localeChain } from "#contract/constants/templates/locales.ts";
import { ar } from "./languages/ar.ts";
import { de } from "./languages/de.ts";
import { en } from "./languages/en.ts";
import { es } from "./languages/es.ts";
import { fr } from "./languages/fr.ts";
import { ja } from "./languages/ja.ts";
import type { Texts } from "./texts.ts";

export const TEXTS = { en, de, fr, es, ar, ja } satisfies Record<string, Texts>;
export type Language = keyof typeof TEXTS;

const isLanguage = (text: string): text is Language => Object.hasOwn(TEXTS, text);

const FALLBACK: Language = "en";
/** Entries of Accept-Language that are looked at. */
const ACCEPTED_MAX = 20;

/**
 * The language of a page: the subscriber's, else the first one of the browser's that there is, else the organisation's default, else
 * English. The subscriber's comes first because it is set by somebody who knows the person; a browser may be a shared one.
 */
export function languageOf(
  locale: string | null | undefined,
  acceptLanguage: string | undefined,
  defaultLocale?: string | null,
): Language {
  const wanted = [
    ...(locale ? localeChain(locale, locale) : []),
    ...accepted(acceptLanguage ?? "").flatMap((range) => localeChain(range, range)),
    ...(defaultLocale ? localeChain(defaultLocale, defaultLocale) : []),
  ];
  return wanted.find(isLanguage) ?? FALLBACK;
}

/** The ranges of an Accept-Language, the most wanted first: RFC 9110 section 12.5.4. */
function accepted(header: string): string[] {
  return header
    .split(",", ACCEPTED_MAX)
    .map((entry) => {
      const [range = "", ...parameters] = entry.split(";").map((part) => part.trim());
      const quality = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2) ?? "1";
      return { range, quality: Number(quality) };
    })
    .filter(({ range, quality }) => /^[a-z]/i.test(range) && quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ range }) => range);
}
