import type { InboxTexts } from "./texts.ts";

/** Loads the texts of a language when they are asked for by its code; undefined where there are none, and for en, which is always there. */
export const loadLanguage = (code: string): Promise<InboxTexts> | undefined =>
  Object.hasOwn(LANGUAGES, code) ? LANGUAGES[code]?.() : undefined;

const LANGUAGES: Readonly<Record<string, () => Promise<InboxTexts>>> = {
  ar: async () => (await import("./ar.ts")).ar,
  de: async () => (await import("./de.ts")).de,
  es: async () => (await import("./es.ts")).es,
  fr: async () => (await import("./fr.ts")).fr,
  ja: async () => (await import("./ja.ts")).ja,
};
