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

test("only the credentials that are said to be secret are encrypted, at any depth", () => {
  const given = { host: "smtp.example.com", port: 25, password: "p", tls: { ca: ["c"], key: "k" } };
  const secrets = ["password", "tls.key"];
  const stored = encryptCredentials(given, (path) => secrets.includes(path.join(".")), key);
  expect(stored).toMatchObject({ host: "smtp.example.com", port: 25, tls: { ca: ["c"] } });
  expect([stored.password, Object(stored.tls).key]).toEqual([
    expect.stringMatching(/^nvsk\./),
    expect.stringMatching(/^nvsk\./),
  ]);
  expect(decryptCredentials(stored, key)).toEqual(given);
});
