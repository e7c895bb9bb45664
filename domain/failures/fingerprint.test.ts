import { expect, test } from "vitest";
import { coarseTraits, type FailureTraits, fingerprintOf, traitsOf } from "./fingerprint.ts";

const refused: FailureTraits = {
  stepType: "email",
  providerId: "postmark",
  reason: "provider_refused",
  code: "406",
  text: "The provider did not send the message: ada@example.com is inactive",
};
const printOf = (change: Partial<FailureTraits>) => fingerprintOf(traitsOf({ ...refused, ...change }));

test("failures that differ only in the person have one fingerprint", () => {
  expect(printOf({ text: refused.text.replace("ada", "grace") })).toBe(printOf({}));
  expect(printOf({ text: refused.text.replace("The", "the") })).toBe(printOf({}));
});

test.each<Partial<FailureTraits>>([
  { stepType: "sms" },
  { providerId: "resend" },
  { reason: "content_not_generated" },
  { code: "300" },
  { text: "The provider did not send the message: the account is closed" },
])("failures that differ in %o have two", (change) => {
  expect(printOf(change)).not.toBe(printOf({}));
});

test("nothing of a person is among the traits", () => {
  expect(traitsOf(refused).text).toBe("The provider did not send the message: … is inactive");
});

test("coarse traits tell neither codes nor texts apart", () => {
  const coarse = (change: Partial<FailureTraits>) => fingerprintOf(coarseTraits(traitsOf({ ...refused, ...change })));
  expect(coarse({ code: "300", text: "other" })).toBe(coarse({}));
  expect(coarse({ providerId: "resend" })).not.toBe(coarse({}));
});

test("a code of any length is cut between characters", () => {
  expect(traitsOf({ ...refused, code: "😀".repeat(500) }).code).toBe("😀".repeat(100));
});
