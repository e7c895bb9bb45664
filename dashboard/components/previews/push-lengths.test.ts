import { expect, test } from "vitest";
import { cutSentences } from "./push-lengths.ts";

test("what a system cuts is said with the place, by the characters that people see", () => {
  expect(cutSentences({ title: "Order shipped", body: "It left" })).toEqual([]);
  expect(cutSentences({ title: "Order shipped", body: "a".repeat(200) })).toEqual([
    "iOS cuts the body after about 178 of 200 characters.",
  ]);
  expect(cutSentences({ title: "🚚".repeat(60), body: "a".repeat(241) })).toEqual([
    "iOS cuts the title after about 50 of 60 characters.",
    "iOS cuts the body after about 178 of 241 characters.",
    "Android cuts the body after about 240 of 241 characters.",
  ]);
});
