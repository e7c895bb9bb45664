import { expect, test } from "vitest";
import { pauseOfReply, rateOfReply } from "./smtp-rates.ts";

test.each([
  // Google, of its own senders and of those of others.
  [421, "4.7.28 Gmail has detected an unusual rate of unsolicited mail", "integration"],
  [450, "4.2.1 The user you are trying to contact is receiving mail at a rate that prevents", "recipient"],
  [450, "4.7.28 our system has detected an unusual rate of mail", "integration"],
  [550, "5.4.5 Daily user sending limit exceeded", "integration"],
  [454, "4.7.0 Too many login attempts, please try again later", "integration"],
  // Amazon.
  [454, "Throttling failure: Maximum sending rate exceeded.", "integration"],
  [454, "Throttling failure: Daily message quota exceeded.", "integration"],
  // Microsoft.
  [432, "4.3.2 Concurrent connections limit exceeded", "integration"],
  [451, "4.7.500 Server busy. Please try again later", undefined],
  [451, "4.7.650 The mail server has been temporarily rate limited due to IP reputation", "integration"],
  // Yahoo, Postfix, postgrey, Exim, Dovecot.
  [421, "4.7.0 [TSS04] Messages temporarily deferred due to user complaints", "integration"],
  [450, "4.7.1 Error: too much mail from 192.0.2.1", "integration"],
  [450, "4.2.0 <ann@example.net>: Recipient address rejected: Greylisted", "recipient"],
  [451, "Greylisting in action, please come back in 00:05:00", "recipient"],
  [451, "4.7.1 Graylisted, please try again in 300 seconds", "recipient"],
  [452, "4.2.2 Mailbox is full / Quota exceeded", "recipient"],
  [450, "Requested mail action not taken: mailbox unavailable", "recipient"],
  [452, "4.3.1 Insufficient system storage", undefined],
  [451, "4.4.1 Connection timed out", undefined],
  [550, "5.7.1 rate limit exceeded", undefined],
  [undefined, "", undefined],
] as const)("the reply %s %s concerns %s", (code, text, rate) => {
  expect(rateOfReply(code, text === "" ? undefined : `${code} ${text}`)).toBe(rate);
});

test.each([
  ["451 4.7.1 Greylisted, please try again in 300 seconds", 300],
  ["450 4.2.0 Greylisted for 60s", 60],
  ["454 Throttling failure: Daily message quota exceeded.", 3_600],
  ["454 Throttling failure: Maximum sending rate exceeded.", undefined],
  ["451 4.7.1 Greylisted", undefined],
  ["450 slow down, 20 seconds", undefined],
])("the reply %s asks for a pause of %s s", (text, seconds) => {
  expect(pauseOfReply(text)).toBe(seconds);
});
