import { expect, test } from "vitest";
import { normalizeEmail } from "./email-address.ts";

test.each([
  ["Ann.Lee+news@GMAIL.com", "annlee@gmail.com"],
  ["ann.lee@googlemail.com", "annlee@gmail.com"],
  ["ann.lee+x@live.com", "ann.lee@live.com"],
  ["ann.lee+x@hotmail.com", "ann.lee@hotmail.com"],
  ["ann.lee+x@outlook.com", "ann.lee@outlook.com"],
  ["Ann.Lee+x@Example.com", "ann.lee+x@example.com"],
  [" ann@example.com ", "ann@example.com"],
  ["no address", "no address"],
])("%s is stored as %s", (email, stored) => {
  expect(normalizeEmail(email)).toBe(stored);
});

test.each([undefined, null, 7, ["a@b.co"]])("%j is refused: an address is a text", (email) => {
  expect(() => normalizeEmail(email)).toThrow("email must be a string");
});
