/** The plural categories of CLDR that each language has. */
export const CATEGORIES = {
  ar: ["zero", "one", "two", "few", "many", "other"],
  de: ["one", "other"],
  en: ["one", "other"],
  es: ["one", "many", "other"],
  fr: ["one", "many", "other"],
  ja: ["other"],
} as const satisfies Record<string, readonly Intl.LDMLPluralRule[]>;

type Code = keyof typeof CATEGORIES;
type Forms<Language extends Code> = Readonly<Record<(typeof CATEGORIES)[Language][number], string>>;

/** Returns a function that words a number as its language does. The forms have `#` for the number. */
export function plural<Language extends Code>(language: Language, forms: Forms<Language>): (count: number) => string {
  const known = new Map<string, string>(Object.entries(forms));
  return (count) => {
    // A browser's CLDR may have a category that ours has not.
    const form = known.get(new Intl.PluralRules(language).select(count)) ?? known.get("other") ?? "#";
    return form.replace("#", new Intl.NumberFormat(language).format(count));
  };
}
