import { expect, test } from "vitest";
import { maskedSecret } from "./masked-secret.ts";

test.each([
  ["SG.abcdefgh1234", "nvsk.1234"],
  ["12345678", "nvsk.5678"],
  ["hunter2", "nvsk."],
  ["", "nvsk."],
])("a secret is shown by its last four characters, and a short one by none: %s", (secret, shown) => {
  expect(maskedSecret(secret)).toBe(shown);
});
