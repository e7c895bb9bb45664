import { expect, test } from "vitest";
import { languageFaults } from "#test/support/language-rules.ts";
import { TEXTS } from "./language.ts";
import { filled } from "./texts.ts";

/** Texts that are the same words in another language. */
const SAME: readonly string[] = [
  "de.channel.sms",
  "de.channel.chat",
  "de.channel.push",
  "fr.channel.sms",
  "fr.channel.chat",
  "fr.channel.push",
  "fr.pages",
  "fr.pageNumber",
  "es.channel.sms",
  "es.channel.chat",
  "es.channel.push",
  "ja.channel.sms",
];

const flat = (texts: object, path = ""): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === "object" ? flat(value, `${path}${key}.`) : key === "dir" ? [] : [[path + key, String(value)]],
  );
const namesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

const english = new Map(flat(TEXTS.en));
const all = Object.entries(TEXTS);
const others = all.filter(([language]) => language !== "en");

test.each(others)("%s has every text, with the same values in it", (_, texts) => {
  const own = flat(texts);
  expect(own.map(([key]) => key).sort()).toEqual([...english.keys()].sort());
  for (const [key, text] of own) {
    expect([key, text]).not.toEqual([key, ""]);
    expect([key, namesIn(text)]).toEqual([key, namesIn(english.get(key) ?? "")]);
  }
});

test.each(all)("%s is written by the rules of its language, and addresses its readers in one way", (code, texts) => {
  expect(flat(texts).flatMap(([, text]) => languageFaults(code, text))).toEqual([]);
});

test("no text is left in English but those that are the same words", () => {
  const same = others.flatMap(([language, texts]) =>
    flat(texts).flatMap(([key, text]) => (text === english.get(key) ? [`${language}.${key}`] : [])),
  );
  expect(same.sort()).toEqual([...SAME].sort());
});

test("a value keeps its own direction where it, or the text, is written from right to left", () => {
  expect(filled({ dir: "ltr" }, "a {name} {other}", { name: "x" })).toBe("a x ");
  expect(filled({ dir: "ltr" }, "a {name}?", { name: "عرض" })).toBe("a \u2068عرض\u2069?");
  expect(filled({ dir: "rtl" }, "a {name}", { name: "x" })).toBe("a \u2068x\u2069");
});
