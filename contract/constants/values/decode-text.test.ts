import { expect, test } from "vitest";
import { charsetOf, decodeForm, decodePercents, decodeText, type Encoding } from "./decode-text.ts";

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

test.each<[string, string, Encoding, string]>([
  ["UTF-8", "Z\xc3\xbcrich", {}, "Zürich"],
  ["UTF-8 with a byte order mark", "\xef\xbb\xbfZ\xc3\xbcrich", {}, "Zürich"],
  ["latin-1 that says so", "Z\xfcrich", { charset: "iso-8859-1" }, "Zürich"],
  ["windows-1252 that says so", "\x80 5", { charset: "windows-1252" }, "€ 5"],
  ["UTF-16 that says so", "Z\0\xfc\0", { charset: "utf-16le" }, "Zü"],
  ["UTF-16 by its byte order mark", "\xff\xfeZ\0\xfc\0", {}, "Zü"],
  ["UTF-16 that says so, with its high bytes first", "\xfe\xff\0Z\0\xfc", { charset: "UTF-16" }, "Zü"],
  ["shift_jis that says so", "\x83e\x83X\x83g", { charset: "shift_jis" }, "テスト"],
  ["the beginning of a text that ends within a character", "Z\xc3", { isBeginning: true }, "Z"],
  ["nothing", "", {}, ""],
])("a text is decoded by what it says it is: %s", (_what, given, encoding, text) => {
  expect(decodeText(bytes(given), encoding)).toBe(text);
});

test.each<[string, Encoding, string]>([
  ["Z\xfcrich", {}, "not in utf-8"],
  ["Z\xc3", {}, "not in utf-8"],
  ["Z\xfcrich", { isBeginning: true }, "not in utf-8"],
  ["Z\xfcrich", { charset: "utf8" }, "not in utf8"],
  ["Zuerich", { charset: "utf-7" }, "in the charset utf-7, which is not known"],
])("a text that is not what it says is refused: %j %o", (given, encoding, message) => {
  expect(() => decodeText(bytes(given), encoding)).toThrow(message);
});

test.each([
  ["application/json", undefined],
  [undefined, undefined],
  ["application/json; charset=utf-8", "utf-8"],
  ['text/plain;format=flowed; Charset="ISO-8859-1"', "iso-8859-1"],
  ["application/json ; charset = windows-1252 ; q=1", "windows-1252"],
])("the charset of %s", (contentType, charset) => {
  expect(charsetOf(contentType)).toBe(charset);
});

test.each([
  ["Z%C3%BCrich", undefined, "Zürich"],
  ["Z%FCrich", "iso-8859-1", "Zürich"],
  ["100% Z%c3%bcrich %2", undefined, "100% Zürich %2"],
  ["ü %C3%BC", undefined, "ü ü"],
])("percent-encodings are decoded: %s", (given, charset, text) => {
  expect(decodePercents(given, charset)).toBe(text);
});

test("percent-encodings that are not in their charset are refused", () => {
  expect(() => decodePercents("Z%FCrich")).toThrow("not in utf-8");
});

test("a form is decoded by its charset", () => {
  expect([...decodeForm("a=1+2&b&c=x%3Dy=z&&a=%E9", "iso-8859-1")]).toEqual([
    ["a", "1 2"],
    ["b", ""],
    ["c", "x=y=z"],
    ["a", "é"],
  ]);
  expect(() => decodeForm("a=%E9")).toThrow("not in utf-8");
});
