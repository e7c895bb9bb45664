import type { TemplatePlace, TranslationUsage } from "#contract/workflows/translations.ts";

/** The templates that print the texts of a group. */
export interface TextUses {
  /** Returns the templates that name a key. */
  placesOf: (key: string) => readonly TemplatePlace[];
  isUsed: (key: string) => boolean;
  /** The templates that make keys of variables, and so may print any. */
  uncertain: TranslationUsage["variable"];
}

export function usesOf(group: string, { keys, variable }: TranslationUsage): TextUses {
  const places = new Map(keys.map(({ key, places: of }) => [key, of]));
  return {
    placesOf: (key) => places.get(`${group}.${key}`) ?? [],
    isUsed: (key) => places.has(`${group}.${key}`),
    uncertain: variable,
  };
}
