import { expect, test } from "vitest";
import { canonicalLocale, localeChain } from "./locales.ts";

test.each([
  ["de_at", "de-AT"],
  ["ZH-hant-tw", "zh-Hant-TW"],
  ["de_AT.UTF-8", "de-AT"],
  ["", undefined],
  ["a text", undefined],
  ["-", undefined],
])("the locale %j is %j in the form of BCP 47", (text, locale) => {
  expect(canonicalLocale(text)).toBe(locale);
});

test.each([
  ["de-AT", "fr", ["de-AT", "de", "fr"]],
  ["zh_Hant_TW", "en", ["zh-Hant-TW", "zh-Hant", "zh", "en"]],
  ["de", "de-CH", ["de", "de-CH"]],
  [null, "de", ["en", "de"]],
  ["no locale at all", "de", ["en", "de"]],
  ["fr", null, ["fr", "en"]],
  [undefined, undefined, ["en"]],
])("a subscriber's locale %j with the default %j is looked for as %j", (locale, defaultLocale, chain) => {
  expect(localeChain(locale, defaultLocale)).toEqual(chain);
});
