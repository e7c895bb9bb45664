import { expect, test } from "vitest";
import { type Classification, ProviderError, withoutSecrets } from "./provider-error.ts";

test.each<[Classification, object, object]>([
  ["RATE", {}, { class: "RETRY", rate: "integration" }],
  ["RECIPIENT_RATE", {}, { class: "RETRY", rate: "recipient" }],
  ["RECIPIENT_RATE", { status: 429 }, { class: "RETRY", rate: "recipient" }],
  ["RETRY", {}, { class: "RETRY", rate: undefined }],
  ["RETRY", { status: 429 }, { class: "RETRY", rate: "integration" }],
  ["RETRY", { status: 429, rate: "recipient" }, { class: "RETRY", rate: "recipient" }],
  ["RETRY", { status: 503 }, { class: "RETRY", rate: undefined }],
  // The vendor says more than that it was too much.
  ["FUNDS", { status: 429 }, { class: "FUNDS", rate: undefined }],
  ["PERMANENT", { rate: "recipient" }, { class: "PERMANENT", rate: undefined }],
])("%s with %j is %j, also once its secrets are redacted", (classification, failure, expected) => {
  const error = new ProviderError(classification, "refused", failure);
  expect(error).toMatchObject(expected);
  expect(withoutSecrets(error, ["s3cret"])).toMatchObject(expected);
});

test("a wait is one that any date can be moved by", () => {
  const waitOf = (retryAfterSeconds: number) =>
    new ProviderError("RETRY", "later", { retryAfterSeconds }).retryAfterSeconds;
  expect([1.2, 1e20, -1, Number.NaN].map(waitOf)).toEqual([2, 86_400, undefined, undefined]);
});
