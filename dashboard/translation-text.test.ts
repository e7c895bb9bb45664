import { expect, test } from "vitest";
import { withText } from "./translation-text.ts";

test.each([
  [{ a: "A", b: "B" }, "a", { a: "new", b: "B" }],
  [{ order: { sent: "S", open: "O" } }, "order.sent", { order: { sent: "new", open: "O" } }],
  [
    { "order.sent": "flat", order: { sent: "nested" } },
    "order.sent",
    { "order.sent": "new", order: { sent: "nested" } },
  ],
  [{ order: { open: "O" } }, "order.sent", { order: { open: "O" }, "order.sent": "new" }],
  [{ "a.b": { c: "C" }, a: { x: "X" } }, "a.b.c", { "a.b": { c: "new" }, a: { x: "X" } }],
  [{}, "a", { a: "new" }],
])("in %j the text of %s is replaced where it is, else added under the whole key", (texts, key, changed) => {
  expect(withText(texts, key, "new")).toEqual(changed);
});
