import { expect, test } from "vitest";
import { takeReturned } from "./take-returned.ts";

test("a value that comes back is taken with those before it, and what was typed since is still awaited", () => {
  const given = ["a", "ab", "abc"];
  expect(takeReturned(given, "ab")).toBe(true);
  expect(given).toEqual(["abc"]);
});

test("a value from elsewhere takes the place of all that is awaited", () => {
  const given = ["a", "ab"];
  expect(takeReturned(given, "other")).toBe(false);
  expect(given).toEqual([]);
  expect(takeReturned(given, "a")).toBe(false);
});
