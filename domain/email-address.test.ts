import { expect, test } from "vitest";
import { isEmailAddress, normalizeEmail } from "./email-address.ts";

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

test.each([
  "a@b.co",
  "ann.lee+news@mail.example.com",
  "o'neil@example.ie",
  "x_y-z@sub-domain.example.museum",
  "jörg@müller.de",
])("%s is an address", (email) => {
  expect(isEmailAddress(email)).toBe(true);
});

test.each([
  "",
  "ann",
  "ann@",
  "@example.com",
  "ann@example",
  "a b@example.com",
  "ann@exa mple.com",
  "ann@@example.com",
  "ann@example..com",
  ".ann@example.com",
  "ann.@example.com",
  "a..b@example.com",
  "ann@-example.com",
  "Ann <ann@example.com>",
  "ann@example.com,bob@example.com",
  "ann@example.com\nbcc: bob@example.com",
  `${"a".repeat(250)}@b.co`,
  7,
  null,
])("%j is no address", (email) => {
  expect(isEmailAddress(email)).toBe(false);
});
