import { expect, test } from "vitest";
import { type DiffLine, diffOfTexts, jsonText } from "./diff-lines.ts";

/** A line as text, with its numbers, and what has changed in it in brackets. */
const shown = ({ kind, before, after, parts }: DiffLine) => {
  const sign = { same: " ", removed: "-", added: "+" }[kind];
  const text = parts.map((part) => (part.changed && parts.length > 1 ? `[${part.text}]` : part.text)).join("");
  return `${before ?? ""}/${after ?? ""} ${sign}${text}`;
};
const diff = (before: string, after: string) => diffOfTexts(before, after).map(shown);

test("a changed line shows the words that differ", () => {
  expect(diff("Hello Ada,\nit has shipped.", "Hello Grace,\nit has shipped.")).toEqual([
    "1/ -Hello [Ada],",
    "/1 +Hello [Grace],",
    "2/2  it has shipped.",
  ]);
});

test("lines that have little in common are different as a whole", () => {
  expect(diff("Welcome", "Your parcel is on its way")).toEqual(["1/ -Welcome", "/1 +Your parcel is on its way"]);
});

test("added and removed lines keep the numbers of the others right", () => {
  expect(diff("a\nb\nc", "a\nc\nd")).toEqual(["1/1  a", "2/ -b", "3/2  c", "/3 +d"]);
});

test("names of JSON objects are compared in order, and values where they stand", () => {
  expect(jsonText({ b: 1, a: [{ d: 2, c: 3 }] })).toBe(jsonText({ a: [{ c: 3, d: 2 }], b: 1 }));
  expect(jsonText([2, 1])).not.toBe(jsonText([1, 2]));
});
