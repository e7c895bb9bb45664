import { useEffect, useMemo, useState } from "react";
import { en } from "./en.ts";
import { loadLanguage } from "./load-language.ts";
import type { InboxTexts } from "./texts.ts";

/** A BCP 47 code such as `de`, `de-AT` or `fr_CA`; or texts, of which those left out are English. */
export type Language = string | Partial<InboxTexts>;

/**
 * Returns the texts of a language; English until they are loaded, and for a language that there is none of. Dates and
 * numbers follow the region of the code, but for its digits: the numbers in the texts have Latin ones.
 */
export function useTexts(language: Language = "en"): InboxTexts {
  const [loaded, setLoaded] = useState<InboxTexts>(en);
  const given = typeof language === "string" ? undefined : language;
  const locale = typeof language === "string" ? canonical(language) : undefined;

  useEffect(() => {
    if (locale === undefined) return;
    let current = true;
    loadTexts(locale).then(
      (value) => current && setLoaded(value),
      // The page's server does not have the file: English is better than nothing.
      () => current && setLoaded(en),
    );
    return () => {
      current = false;
    };
  }, [locale]);

  return useMemo(() => {
    if (given !== undefined) return { ...en, ...given };
    return locale !== undefined && languageOf(locale) === loaded.locale
      ? { ...loaded, locale: withLatinDigits(locale) }
      : loaded;
  }, [given, locale, loaded]);
}

/** Returns the texts for a BCP 47 code; those in English for a language that there is none of. */
export async function loadTexts(code: string): Promise<InboxTexts> {
  return (await loadLanguage(languageOf(canonical(code)))) ?? en;
}

const languageOf = (locale: string) => locale.split("-")[0] ?? "en";

/** `ar-EG` with the digits that `ar` has. */
function withLatinDigits(locale: string): string {
  const { numberingSystem } = new Intl.NumberFormat(locale).resolvedOptions();
  return numberingSystem === "latn" ? locale : new Intl.Locale(locale, { numberingSystem: "latn" }).toString();
}

/** Returns the code as `Intl` accepts it; English for one that is none. */
function canonical(code: string): string {
  try {
    return Intl.getCanonicalLocales(code.replaceAll("_", "-"))[0] ?? "en";
  } catch {
    // The page's own code, such as "english".
    return "en";
  }
}
