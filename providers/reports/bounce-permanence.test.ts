import { expect, test } from "vitest";
import { isPermanentBounce } from "./bounce-permanence.ts";

test.each([
  ["550-5.1.1 The email account that you tried to reach does not exist.", true],
  ["smtp; 550 5.1.2 Host unknown", true],
  ["5.1.3", true],
  ["551 5.1.6 The mailbox has moved", true],
  ["550 #5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup.", true],
  ["452 4.2.2 The email account that you tried to reach is over quota", false],
  ["552 5.2.2 Mailbox full", false],
  ["552 5.3.4 The message is too large", false],
  ["550 5.7.26 This mail is unauthenticated", false],
  ["554 5.6.0 Message content rejected", false],
  ["550 5.1.8 Sender address rejected: domain not found", undefined],
  ["500 5.0.0 unknown recipient", undefined],
  ["550 5.1.11 no such code", undefined],
  ["550 no such user", undefined],
  ["550 blocked: 195.5.1.1, 5.1.1.10 and 5.1.1.1", undefined],
  ["", undefined],
  [null, undefined],
  [undefined, undefined],
])("of the words %j, the enhanced status code decides: %s", (words, isPermanent) => {
  expect(isPermanentBounce(words)).toBe(isPermanent);
});
