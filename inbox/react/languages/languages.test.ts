import { expect, test } from "vitest";
import { languageFaults } from "#test/support/language-rules.ts";
import * as languages from "./index.ts";
import { CATEGORIES } from "./plural.ts";
import { loadTexts } from "./use-texts.ts";

const { en, ...others } = languages;
/** A number for each plural category of each language. */
const COUNTS = [0, 1, 2, 3, 11, 100, 1_000_000];
/** Words that a language shares with English. */
const SAME: Record<string, readonly string[]> = {
  ar: [],
  de: ["preferences.channels.chat", "preferences.channels.push", "preferences.channels.sms", "view"],
  es: ["preferences.channels.chat", "preferences.channels.push", "preferences.channels.sms"],
  fr: ["bell(0)", "preferences.channels.chat", "preferences.channels.push", "preferences.channels.sms", "title"],
  ja: ["preferences.channels.sms"],
};

/** Every text by its path; functions are called with numbers and texts. */
function textsOf(value: unknown, path = ""): [path: string, text: string][] {
  if (typeof value === "string") return path === "dir" ? [] : [[path, value]];
  if (typeof value === "function") {
    if (value.length === 2) return [[path, String(value("A", "B"))]];
    return COUNTS.map((count) => [`${path}(${count})`, String(value(count))]);
  }
  return Object.entries(Object(value)).flatMap(([key, one]) => textsOf(one, path === "" ? key : `${path}.${key}`));
}

const english = new Map(textsOf(en));
/** The numbers in a text. Arabic has words for the smallest ones. */
const valuesIn = (path: string, text: string) =>
  path.endsWith("(3)") || path.endsWith("(11)")
    ? text.match(/\d+/g)
    : path.endsWith(".switch")
      ? text.match(/A|B/g)?.sort()
      : null;

for (const [code, texts] of Object.entries(others)) {
  test(`${code} has every text, in its own words, with the same values in it`, () => {
    const own = new Map(textsOf(texts));
    expect([...own.keys()].sort()).toEqual([...english.keys()].sort());
    for (const [path, text] of own) {
      expect([path, text]).not.toEqual([path, ""]);
      expect([path, valuesIn(path, text)]).toEqual([path, valuesIn(path, english.get(path) ?? "")]);
    }
    const same = [...own].filter(([path, text]) => english.get(path) === text).map(([path]) => path);
    expect(same.sort()).toEqual([...(SAME[code] ?? [])].sort());
  });
}

test.each(Object.entries(languages))("%s names its locale, and its direction", (code, texts) => {
  expect(texts.locale).toBe(code);
  expect(texts.dir).toBe(code === "ar" ? "rtl" : "ltr");
});

test.each(Object.entries(languages))(
  "%s is written by the rules of its language, and addresses its readers in one way",
  (code, texts) => {
    expect(textsOf(texts).flatMap(([, text]) => languageFaults(code, text))).toEqual([]);
  },
);

test.each(Object.entries(CATEGORIES))("%s has words for each of its plural categories", (code, categories) => {
  expect([...categories].sort()).toEqual(new Intl.PluralRules(code).resolvedOptions().pluralCategories.sort());
  expect(new Set(COUNTS.map((count) => new Intl.PluralRules(code).select(count)))).toEqual(new Set(categories));
});

test("Arabic has a form for each of its six plurals", () => {
  const forms = [0, 1, 2, 3, 11, 100].map((count) => others.ar.done.deleted(count).replace(/\d+/, "#"));
  expect(new Set(forms).size).toBe(6);
});

test.each([
  ["16:05", "Reportée jusqu’à 16:05", others.fr],
  ["lun. 19 janv., 9:00", "Reportée jusqu’au lun. 19 janv., 9:00", others.fr],
  ["1:05", "Pospuesta hasta la 1:05", others.es],
  ["16:05", "Pospuesta hasta las 16:05", others.es],
  ["lun, 19 ene, 9:00", "Pospuesta hasta el lun, 19 ene, 9:00", others.es],
] as const)("a time and a day have their article: %s, %s", (time, text, { snoozedUntil }) => {
  expect(snoozedUntil(time)).toBe(text);
});

test.each([
  ["de-AT", "de"],
  ["fr_CA", "fr"],
  ["AR", "ar"],
  ["ja-JP-u-ca-japanese", "ja"],
  ["pt", "en"],
  ["constructor", "en"],
  ["not a language", "en"],
  ["", "en"],
])("the code %j is read as %s", async (code, locale) => {
  expect((await loadTexts(code)).locale).toBe(locale);
});
