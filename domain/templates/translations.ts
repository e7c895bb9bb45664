import { PLACEHOLDER, placeholderOf } from "#contract/constants/templates/translation-texts.ts";
import { getPath } from "../values/dotted-path.ts";
import { dateFormat } from "./helpers/date-format.ts";

/** Texts of one group in one locale, by key without the group: `order.shipped`. */
export type TranslationTexts = ReadonlyMap<string, string>;

/** The texts that a template may print for one reader: by group, those of each locale in which it is looked for, best first. */
export type Translations = ReadonlyMap<string, readonly TranslationTexts[]>;

/** A key of templates, `group.key`: the group's identifier is the text before the first dot. Undefined for a text without one. */
export function splitKey(key: string): { group: string; rest: string } | undefined {
  const dot = key.indexOf(".");
  return dot <= 0 || dot === key.length - 1 ? undefined : { group: key.slice(0, dot), rest: key.slice(dot + 1) };
}

/** The identifiers of the groups that keys of templates name. */
export const groupsOf = (keys: readonly string[]): string[] =>
  [...new Set(keys.flatMap((key) => splitKey(key)?.group ?? []))].sort();

/** The text of a key in the best locale that has one. Undefined when none has. */
export function translate(translations: Translations | undefined, key: string): string | undefined {
  const split = splitKey(key);
  for (const texts of (split && translations?.get(split.group)) ?? []) {
    const text = texts.get(split?.rest ?? "");
    if (text !== undefined) return text;
  }
  return undefined;
}

/**
 * A translation with its placeholders filled by the variables given, as `print` makes texts of their values. What has no value is
 * left empty. `{{date, pattern}}` is a date by a pattern of Unicode tokens in UTC, or the value itself when it is no date.
 */
export function fillPlaceholders(
  text: string,
  variables: Readonly<Record<string, unknown>>,
  print: (value: unknown) => string,
): string {
  return text.replace(PLACEHOLDER, (_, inside: string) => {
    const { name, pattern } = placeholderOf(inside);
    const value = getPath(variables, name);
    return print(pattern === "" ? value : dateFormat(value, pattern));
  });
}

/** The fault of a translated text: a placeholder without a name, or with a pattern that is none. Undefined when it has none. */
export function translationFault(text: string): string | undefined {
  for (const [, inside = ""] of text.matchAll(PLACEHOLDER)) {
    const { name, pattern } = placeholderOf(inside);
    if (name === "") return "has a placeholder without a name: write it as {{name}}";
    try {
      dateFormat(0, pattern);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return `has a pattern that is none, {{${inside}}}: ${reason}`;
    }
  }
  return undefined;
}

/** Under which a template's variables carry its translations, where no template can read or replace them. */
const TRANSLATIONS = Symbol("translations");

/** Variables of a template that may print these translations. */
export function withTranslations<T extends object>(variables: T, translations: Translations | undefined): T {
  return translations ? { ...variables, [TRANSLATIONS]: translations } : variables;
}

export function translationsOf(variables: object): Translations | undefined {
  const translations: unknown = Reflect.get(variables, TRANSLATIONS);
  return translations instanceof Map ? translations : undefined;
}
