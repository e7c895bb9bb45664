import { expect, test } from "vitest";
import { ProviderError } from "#providers/provider-error.ts";
import { isLeftInDoubt, stoppedInDoubt } from "./in-doubt.ts";

const delivery = { channel: "email" as const, providerId: "nodemailer", messageId: "m-1", request: {} };
const integration = { credentials: { from: "shop@example.com" } };

test.each([
  ["the integration's sender", delivery, " (Message-ID <m-1@example.com>)"],
  ["another sender", { ...delivery, request: { from: "Ann <ann@example.org>" } }, " (Message-ID <m-1@example.org>)"],
  ["a vendor that gives ids of its own", { ...delivery, providerId: "postmark" }, ""],
  ["a text", { ...delivery, channel: "sms" as const, providerId: "twilio" }, ""],
])("a send that was stopped is tried once more at most, and named: %s", (_, stopped, named) => {
  expect(stoppedInDoubt(stopped, integration)).toMatchObject({
    class: "RETRY",
    retryLimit: 1,
    mayBeSent: true,
    message: `Belfry was stopped before the provider answered: it may have taken the message${named}`,
  });
});

test("only what may have been taken is left, and only where its integration says so", () => {
  const doubt = stoppedInDoubt(delivery, undefined);
  const refused = new ProviderError("RETRY", "later");
  expect(isLeftInDoubt(doubt, { retryInDoubt: false })).toBe(true);
  expect(isLeftInDoubt(doubt, { retryInDoubt: true })).toBe(false);
  expect(isLeftInDoubt(doubt, undefined)).toBe(false);
  expect(isLeftInDoubt(refused, { retryInDoubt: false })).toBe(false);
});
