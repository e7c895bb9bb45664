import { useEffect, useState } from "react";
import { en } from "./en.ts";
import type { InboxTexts } from "./texts.ts";

/** Languages that are loaded when they are asked for by their code; en is always there. */
const LANGUAGES: Readonly<Record<string, () => Promise<InboxTexts>>> = {};

/** A BCP 47 code, whose language counts; or texts, of which those left out are English. */
export type Language = string | Partial<InboxTexts>;

/** Returns the texts of a language; English until they are loaded, and for a language that there is none of. */
export function useTexts(language: Language = "en"): InboxTexts {
  const [loaded, setLoaded] = useState<InboxTexts>(en);
  const code = typeof language === "string" ? language.toLowerCase().split("-")[0] : undefined;

  useEffect(() => {
    if (code === undefined) return;
    let current = true;
    const texts = LANGUAGES[code]?.() ?? Promise.resolve(en);
    texts.then(
      (value) => current && setLoaded(value),
      // The page's server does not have the file: English is better than nothing.
      () => current && setLoaded(en),
    );
    return () => {
      current = false;
    };
  }, [code]);

  return typeof language === "string" ? loaded : { ...en, ...language };
}
