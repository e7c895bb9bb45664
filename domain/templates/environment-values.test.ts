import { expect, test } from "vitest";
import { environmentValues, namedIn, secretsOf, withoutEchoes } from "./environment-values.ts";

const values = environmentValues([
  { key: "shop", isSecret: false, value: "x" },
  { key: "token", isSecret: true, value: "s3cr3t-value" },
  { key: "other", isSecret: true, value: "a" },
]);

test.each([
  ["{{ env.shop }}", { shop: "x" }, false],
  ['{{ env["token"] }} {{ env.shop | upcase }}', { token: "s3cr3t-value", shop: "x" }, true],
  ["{{ env.none }} {{ env.constructor }}", {}, false],
  ["{% assign all = env %}{{ all.shop }}", values.revealed, true],
  ["{{ environment }} {{ shop }}", undefined, undefined],
])("of %j only the variables that it may name are given to it", (template, revealed, hasSecrets) => {
  const named = namedIn(values, [template]);
  expect(named?.revealed).toEqual(revealed);
  expect(named?.hasSecrets).toBe(hasSecrets);
});

test("masks stand in the place of secrets alone, and short ones are looked for in no text", () => {
  expect(values.masked).toEqual({ shop: "x", token: "••••", other: "••••" });
  expect(withoutEchoes("a s3cr3t-value at x", secretsOf(values))).toBe("a •••• at x");
});
