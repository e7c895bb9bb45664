import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { isPlainObject } from "./plain-object.ts";

test.each([{}, { a: 1 }, Object.create(null), JSON.parse('{"__proto__":1}')])(
  "%o is an object as JSON knows it",
  (value) => {
    expect(isPlainObject(value)).toBe(true);
  },
);

test("an object of another realm, such as the sandbox of a workflow, is one too", () => {
  expect(isPlainObject(runInNewContext("({ a: 1 })"))).toBe(true);
  expect(isPlainObject(runInNewContext("[1]"))).toBe(false);
});

test.each([null, undefined, "a", 1, [], new Date(0), new Map(), new Error("x")])("%o is not", (value) => {
  expect(isPlainObject(value)).toBe(false);
});
