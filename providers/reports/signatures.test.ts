import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { isHmacOf, isSameSecret } from "./signatures.ts";

test.each(["md5", "sha1", "sha256", "sha512"] as const)(
  "an HMAC by %s is that of its text and key only",
  (algorithm) => {
    for (const encoding of ["hex", "base64"] as const) {
      const given = createHmac(algorithm, "key").update("é").digest(encoding);
      const signature = { algorithm, key: "key", encoding, given };
      expect(isHmacOf("é", signature)).toBe(true);
      expect(isHmacOf("e", signature)).toBe(false);
      for (const other of [{ key: "other" }, { given: undefined }, { given: "" }, { given: given.slice(0, -4) }])
        expect(isHmacOf("é", { ...signature, ...other })).toBe(false);
    }
  },
);

test("a secret is the same in every byte", () => {
  expect(isSameSecret("sécret", "sécret")).toBe(true);
  for (const given of [undefined, "", "sécre", "sécret ", "secret"]) expect(isSameSecret(given, "sécret")).toBe(false);
});
