/** Words by the plural categories of CLDR that a language has, with `#` in the place of the number. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Returns a function that words a number as its language does. */
export function plural(locale: string, forms: PluralForms): (count: number) => string {
  return (count) => {
    const form = forms[new Intl.PluralRules(locale).select(count)] ?? forms.other;
    return form.replace("#", new Intl.NumberFormat(locale).format(count));
  };
}
