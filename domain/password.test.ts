import { expect, test } from "vitest";
import { isAcceptablePassword } from "./password.ts";

test.each(["Aa1#aaaa", "Passw0rd-", `Aa1)${"x".repeat(60)}`, "ÄAa1!öüß"])("%s is accepted", (password) => {
  expect(isAcceptablePassword(password)).toBe(true);
});

test.each([
  ["shorter than 8", "Aa1#aaa"],
  ["longer than 64", `Aa1)${"x".repeat(61)}`],
  ["no upper case letter", "aa1#aaaa"],
  ["no lower case letter", "AA1#AAAA"],
  ["no digit", "Aaa#aaaa"],
  ["no special character", "Aa1aaaaa"],
  ["a special character outside the set", "Aa1_aaaa"],
  ["a blank", "Aa1# aaaa"],
  ["a line break", "Aa1#aaaa\n"],
  ["nothing at all", ""],
])("%s is refused", (_, password) => {
  expect(isAcceptablePassword(password)).toBe(false);
});
