import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { decrypt, decryptCredentials, encrypt, encryptCredentials } from "./encryption.ts";

const key = randomBytes(32);

test("what was encrypted comes back, and two encryptions of one text differ", () => {
  const first = encrypt("s3cret", key);
  expect(first).toMatch(/^nvsk\./);
  expect(first).not.toContain("s3cret");
  expect(encrypt("s3cret", key)).not.toBe(first);
  expect(decrypt(first, key)).toBe("s3cret");
});

test("an encrypted text is not encrypted again, and plain text stays readable", () => {
  const once = encrypt("s3cret", key);
  expect(encrypt(once, key)).toBe(once);
  expect(decrypt("stored before encryption", key)).toBe("stored before encryption");
});

test("a changed text or another key is refused instead of yielding garbage", () => {
  const text = encrypt("s3cret", key);
  expect(() => decrypt(text, randomBytes(32))).toThrow();
  expect(() => decrypt(`${text.slice(0, -2)}AA`, key)).toThrow();
});

test("only secret credential fields are encrypted", () => {
  const stored = encryptCredentials({ host: "smtp.example.com", port: 25, password: "p", user: "u" }, key);
  expect(stored).toMatchObject({ host: "smtp.example.com", port: 25, user: "u" });
  expect(stored.password).toMatch(/^nvsk\./);
  expect(decryptCredentials(stored, key)).toEqual({ host: "smtp.example.com", port: 25, password: "p", user: "u" });
});
