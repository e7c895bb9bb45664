import { expect, test } from "vitest";
import * as languages from "./index.ts";
import { loadTexts } from "./use-texts.ts";

const { en, ...others } = languages;
const COUNTS = [0, 1, 2, 3, 11, 100];
/** Words that a language shares with English. */
const SAME: Record<string, readonly string[]> = {
  ar: [],
  de: ["preferences.channels.chat", "preferences.channels.push", "preferences.channels.sms"],
  es: ["preferences.channels.push", "preferences.channels.sms"],
  fr: ["title", "bell(0)", "preferences.channels.email", "preferences.channels.push", "preferences.channels.sms"],
  ja: ["preferences.channels.sms"],
};

/** Every text by its path; functions are called with numbers and texts. */
function textsOf(value: unknown, path = ""): [path: string, text: string][] {
  if (typeof value === "string") return [[path, value]];
  if (typeof value === "function") {
    if (value.length === 2) return [[path, String(value("A", "B"))]];
    return COUNTS.map((count) => [`${path}(${count})`, String(value(count))]);
  }
  return Object.entries(Object(value)).flatMap(([key, one]) => textsOf(one, path === "" ? key : `${path}.${key}`));
}

const english = new Map(textsOf(en));

for (const [code, texts] of Object.entries(others)) {
  test(`${code} has every text, in its own words`, () => {
    const own = new Map(textsOf(texts));
    expect([...own.keys()].sort()).toEqual([...english.keys()].sort());
    for (const text of own.values()) expect(text.trim()).not.toBe("");
    const same = [...own].filter(([path, text]) => path !== "dir" && english.get(path) === text).map(([path]) => path);
    expect(same.sort()).toEqual([...(SAME[code] ?? [])].sort());
  });

  test(`${code} names its locale, and its direction`, () => {
    expect(texts.locale).toBe(code);
    expect(texts.dir).toBe(code === "ar" ? "rtl" : "ltr");
  });
}

test("Arabic has a form for each of its six plurals", () => {
  const forms = [0, 1, 2, 3, 11, 100].map((count) => others.ar.done.deleted(count).replace(/[\d٠-٩]+/, "#"));
  expect(new Set(forms).size).toBe(6);
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
