import fc from "fast-check";
import { expect, test } from "vitest";
import { identifierFrom } from "#dashboard/features/workflows/create/new-workflow.ts";
import { slugify } from "#domain/values/slug.ts";

/* What the form of a new workflow shows is what the server makes of the name; it shows nothing where it cannot say. */

const isShown = (name: string) => identifierFrom(name) !== "";

test("each Latin letter, in a word and alone, is spelled as on the server", () => {
  for (let code = 0x20; code <= 0x24f; code++) {
    const letter = String.fromCodePoint(code);
    for (const name of [letter, `a${letter}b`, `${letter}bc`, `A ${letter}`, `Ab${letter}`]) {
      if (isShown(name)) expect([name, identifierFrom(name)]).toEqual([name, slugify(name)]);
    }
  }
});

test("any name is spelled as on the server, or left to it", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ maxLength: 300 }), fc.string({ unit: "grapheme", maxLength: 20 })), (name) => {
      if (isShown(name)) expect(identifierFrom(name)).toBe(slugify(name));
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ["Willkommen für Ärzte", "willkommen-fuer-aerzte"],
  ["Order Shipped", "order-shipped"],
  ["Żółć", "zolc"],
  ["x".repeat(300), "x".repeat(248)],
])("%s is shown as %s", (name, identifier) => {
  expect(identifierFrom(name)).toBe(identifier);
});

test.each(["欢迎", "добро пожаловать", "ยินดีต้อนรับ", "שלום", "Bestellung 注文"])(
  "the server spells %s, and the form leaves it empty",
  (name) => {
    expect(identifierFrom(name)).toBe("");
    expect(slugify(name)).toMatch(/^[a-z\d]+(-[a-z\d]+)*$/);
  },
);
