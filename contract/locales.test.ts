import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalLocale, isCoveredBy, localeChain } from "./constants/templates/locales.ts";
import { Locale } from "./schemas/common.ts";

test.each([
  ["de_at", "de-AT"],
  ["ZH-hant-tw", "zh-Hant-TW"],
  ["de_AT.UTF-8", "de-AT"],
  ["sr_RS@latin", "sr-Latn-RS"],
  ["sr_RS.UTF-8@latin", "sr-Latn-RS"],
  ["de_DE@euro", "de-DE"],
  ["de-DE-u-co-phonebk", "de-DE-u-co-phonebk"],
  ["zh-cmn-Hans-CN", "zh-Hans-CN"],
  ["zh-min-nan", "nan"],
  ["i-klingon", "tlh"],
  ["iw", "he"],
  ["", undefined],
  ["a text", undefined],
  ["-", undefined],
])("the locale %j is %j in the form of BCP 47", (text, locale) => {
  expect(canonicalLocale(text)).toBe(locale);
});

test.each([
  "de",
  "de_AT",
  "zh-Hant-TW",
  "es-419",
  "sl-rozaj-biske-1994",
  "de-CH-1901",
  "de-DE-u-co-phonebk",
  "th-TH-u-ca-buddhist-nu-thai",
  "en-t-ja-m0-hepburn",
  "en-x-pirate",
  "x-private",
  "zh-yue-HK",
  "i-klingon",
  "en-GB-oed",
  "de_DE.UTF-8",
  "sr_RS@latin",
])("%s is a locale", (locale) => {
  expect(Locale.safeParse(locale).success).toBe(true);
});

test.each(["", "d", "English", "de-", "de--AT", "en-12", "de-AT-u", "de AT", "de\n", "日本語", "x"])(
  "%j is no locale",
  (text) => {
    expect(Locale.safeParse(text).success).toBe(false);
  },
);

const optional = (...values: string[]) => fc.constantFrom("", ...values);

test("whatever a tag of BCP 47 is made of, it is a locale, has a canonical form and is looked for first", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("de", "zh", "sr", "kok", "zh-yue", "no", "EN"),
      optional("-Latn", "_Hant", "-cyrl"),
      optional("-AT", "_tw", "-419"),
      optional("-1996", "-rozaj", "-fonipa"),
      optional("-u-co-phonebk", "-t-de", "-a-abc-defgh"),
      optional("-x-a-b1"),
      (...parts) => {
        const tag = parts.join("");
        expect(Locale.safeParse(tag).success).toBe(true);
        expect(localeChain(tag, "ja")[0]).toBe(canonicalLocale(tag));
        expect(localeChain(tag, "ja")).toContain("ja");
      },
    ),
  );
});

test.each([
  ["de-AT", ["de", "de-AT"], ["de-AT", "de"]],
  ["de-AT", ["de-CH", "de-DE"], ["de-DE"]],
  ["zh_Hant_TW", ["zh", "zh-Hant"], ["zh-Hant", "zh"]],
  ["zh-TW", ["zh", "zh-Hans", "zh-Hant"], ["zh-Hant", "zh", "zh-Hans"]],
  ["zh-HK", ["zh-CN", "zh-TW"], ["zh-TW", "zh-CN"]],
  ["zh-MO", ["zh-Hant", "zh-HK"], ["zh-HK", "zh-Hant"]],
  ["zh-SG", ["zh-Hans", "zh-Hant"], ["zh-Hans"]],
  ["zh-Hant", ["zh-CN", "zh-TW"], ["zh-TW", "zh-CN"]],
  ["zh", ["zh-Hant", "zh-CN"], ["zh-CN"]],
  ["no", ["nb"], ["nb"]],
  ["nb-NO", ["no", "nn"], ["no", "nn"]],
  ["nn", ["nb", "no"], ["no", "nb"]],
  ["pt-PT", ["pt"], ["pt"]],
  ["pt-PT", ["pt-BR"], ["pt-BR"]],
  ["pt-AO", ["pt", "pt-PT"], ["pt-PT", "pt"]],
  ["es-AR", ["es", "es-419", "es-MX"], ["es-419", "es-MX", "es"]],
  ["en-AU", ["en-US", "en-GB"], ["en-GB", "en-US"]],
  ["en-CA", ["en-GB", "en-US"], ["en-US"]],
  ["sr-ME", ["sr", "sr-Latn"], ["sr-Latn", "sr"]],
  ["sr-RS", ["sr-Latn", "sr-Cyrl"], ["sr-Cyrl"]],
  ["tl", ["fil"], ["fil"]],
  ["de-DE-u-co-phonebk", ["de"], ["de"]],
  ["no locale at all", ["en", "de"], ["en"]],
  [null, ["en", "de"], ["en"]],
])("of a reader with %j, the texts of %j are looked for in the order %j", (locale, available, expected) => {
  expect(localeChain(locale, "ja").filter((one) => available.includes(one))).toEqual(expected);
});

test("after the reader's come those of the organisation's default, else English", () => {
  const bare = (chain: readonly string[]) => chain.filter((locale) => /^[a-z]{2}$/.test(locale));
  expect(bare(localeChain("de-AT", "fr"))).toEqual(["de", "fr"]);
  expect(bare(localeChain("fr", null))).toEqual(["fr", "en"]);
  expect(bare(localeChain(undefined, undefined))).toEqual(["en"]);
});

test.each([
  ["de-AT", "de", true],
  ["zh-TW", "zh-Hant", true],
  ["zh-TW", "zh", false],
  ["zh-CN", "zh", true],
  ["zh-HK", "zh-TW", false],
  ["es-AR", "es-419", true],
  ["nb", "no", true],
  ["pt-PT", "pt-BR", false],
  ["de", "en", false],
])("%s is covered by %s: %j", (locale, general, covered) => {
  expect(isCoveredBy(locale, general)).toBe(covered);
});
