import { expect, test } from "vitest";
import { sizeOf } from "./data-size.ts";

test.each<[string, unknown, number]>([
  ["nothing", undefined, 10],
  ["a number", 7, 10],
  ["a text", "four", 14],
  ["a list", ["a", 1], 31],
  ["an object", { ab: "c" }, 23],
  ["a date", new Date(0), 10],
])("%s", (_, value, size) => {
  expect(sizeOf(value, 1000)).toBe(size);
});

test("a value that is in it twice counts twice, and counting ends beyond the limit", () => {
  let value: unknown = "x";
  for (let depth = 0; depth < 100; depth++) value = [value, value];
  expect(sizeOf(value, 5000)).toBeGreaterThan(5000);
});

test("a long list is not looked through", () => {
  const list: string[] = Array.from({ length: 1_000_000 });
  Object.defineProperty(list, 0, {
    get() {
      throw new Error("read");
    },
  });
  expect(sizeOf({ list }, 100)).toBeGreaterThan(100);
});
