import { expect, test } from "vitest";
import { parseSubscriberId } from "./subscriber-id.ts";

const longest = "a".repeat(255);

test.each(["ann", "Ann_2", "64-aF", "_", "0", longest])("%j is a subscriber id", (id) => {
  expect(parseSubscriberId(id)).toBe(id);
});

test("blanks around an id are not part of it", () => {
  expect(parseSubscriberId("  ann\n")).toBe("ann");
  expect(parseSubscriberId(` ${longest} `)).toBe(longest);
});

test.each([
  "",
  "   ",
  "a b",
  "ann@example.com",
  "anné",
  "a.b",
  "a\nb",
  7,
  null,
  undefined,
  ["ann"],
  { id: "ann" },
  `${longest}a`,
])("%j is not a subscriber id", (value) => {
  expect(parseSubscriberId(value)).toBeUndefined();
});
