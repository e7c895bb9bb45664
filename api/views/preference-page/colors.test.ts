import fc from "fast-check";
import { expect, test } from "vitest";
import { accentOf, contrastOf, SURFACES } from "./colors.ts";

test.each([
  ["#000000", "#ffffff", 21],
  ["#777777", "#ffffff", 4.48],
  ["#0a7cff", "#ffffff", 3.93],
])("the contrast of %s and %s is %d", (one, other, ratio) => {
  expect(contrastOf(one, other)).toBeCloseTo(ratio, 1);
  expect(contrastOf(other, one)).toBe(contrastOf(one, other));
});

test("texts can be read on any colour, and the colour be seen on the page", () => {
  const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
  fc.assert(
    fc.property(color, fc.constantFrom("light" as const, "dark" as const), (brand, scheme) => {
      const { accent, onAccent } = accentOf(brand, scheme);
      expect(contrastOf(accent, onAccent)).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf(accent, SURFACES[scheme])).toBeGreaterThanOrEqual(3);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ["a strong colour", "#8a1c7c", "light", "#8a1c7c", "#ffffff"],
  ["a colour in three digits, with opacity", "#00f8", "light", "#0000ff", "#ffffff"],
  ["a bright colour, a shade darker", "#0a7cff", "light", "#0970e6", "#ffffff"],
  ["a colour that would not be seen", "#ffe14d", "light", "#4353d6", "#ffffff"],
  ["a pale colour in the dark, with dark text", "#ffe14d", "dark", "#ffe14d", "#000000"],
  ["a dark colour in the dark", "#101010", "dark", "#a5b0ff", "#000000"],
] as const)("%s", (_, brand, scheme, accent, onAccent) => {
  expect(accentOf(brand, scheme)).toEqual({ accent, onAccent });
});

test.each(["red", "#12", "#12345", "#0a7cff;}", "url(x)", ""])(
  "%s is no colour, and the default takes its place",
  (text) => {
    expect(accentOf(text, "light")).toEqual(accentOf(undefined, "light"));
  },
);
