import { hashSync } from "bcryptjs";
import { expect, test } from "vitest";
import { hashPassword, isOutdatedHash, isPassword } from "./password-hash.ts";

test("a password is hashed by Argon2id with a salt of its own", async () => {
  const [one, two] = [await hashPassword("Right-pass-1"), await hashPassword("Right-pass-1")];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(two).not.toBe(one);
  expect(await isPassword("Right-pass-1", one)).toBe(true);
  expect(await isPassword("Wrong-pass-1", one)).toBe(false);
});

test("a hash by bcrypt still admits its password, and counts as outdated", async () => {
  const stored = hashSync("Right-pass-1", 4);
  expect(await isPassword("Right-pass-1", stored)).toBe(true);
  expect(await isPassword("Wrong-pass-1", stored)).toBe(false);
  expect(isOutdatedHash(stored)).toBe(true);
  expect(isOutdatedHash(await hashPassword("Right-pass-1"))).toBe(false);
});
