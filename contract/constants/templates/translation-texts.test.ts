import { expect, test } from "vitest";
import { flattenTexts, nestTexts, placeholderGaps, withoutText, withTexts } from "./translation-texts.ts";

test("texts are changed where they are, and added under their whole key", () => {
  const texts = { "a.b": "flat", a: { b: "hidden", c: { d: "deep" } }, e: "E" };
  const changed = withTexts(texts, new Map(Object.entries({ "a.b": "1", "a.c.d": "2", "a.c.x": "3", e: "4" })));
  expect(changed).toEqual({ "a.b": "1", a: { b: "hidden", c: { d: "2" } }, e: "4", "a.c.x": "3" });
  expect(texts.a.c.d).toBe("deep");
});

test("a key may have the name of what every object has", () => {
  const changes = new Map([
    ["__proto__", "P"],
    ["constructor", "C"],
  ]);
  expect([...flattenTexts(withTexts({}, changes))]).toEqual([...changes]);
});

test("10,000 texts are changed in a moment", () => {
  const texts = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`group.key${index}`, "old"]));
  const begun = performance.now();
  const changed = withTexts(nestTexts(flattenTexts(texts)), new Map(Object.keys(texts).map((key) => [key, "new"])));
  expect(new Set(flattenTexts(changed).values())).toEqual(new Set(["new"]));
  expect(performance.now() - begun).toBeLessThan(5_000);
});

test("keys are nested at their dots, unless another key would have no place then", () => {
  const texts = new Map(
    ["a.b.c", "a.b", "a.d", "x..y", ".z", "__proto__.p", "last."].map((key) => [key, `text of ${key}`] as const),
  );
  const nested = nestTexts(texts);
  expect(nested).toMatchObject({ a: { b: "text of a.b", d: "text of a.d" }, "a.b.c": "text of a.b.c" });
  expect(new Map([...flattenTexts(nested)].toSorted())).toEqual(new Map([...texts].toSorted()));
});

test("a translation has the placeholders of its source, whatever the pattern of a date is", () => {
  const source = "Hello {{ name }}, on {{date, MMMM do}}";
  expect(placeholderGaps(source, "Am {{date, d.M.}}: hallo {{name}}")).toEqual({ lacking: [], foreign: [] });
  expect(placeholderGaps(source, "Hallo {{nmae}}")).toEqual({ lacking: ["name", "date"], foreign: ["nmae"] });
});

test("a key goes wherever it has a text, with the objects that it leaves empty", () => {
  const texts = { "order.sent": "A", order: { sent: "B", lost: { today: "C" } }, hello: "D" };
  expect(withoutText(texts, "order.sent")).toEqual({ order: { lost: { today: "C" } }, hello: "D" });
  expect(withoutText(texts, "order.lost.today")).toEqual({ "order.sent": "A", order: { sent: "B" }, hello: "D" });
  expect(withoutText(texts, "order")).toEqual(texts);
  expect(texts.order.sent).toBe("B");
});
