import { expect, test } from "vitest";
import { formatMailbox, senderOf } from "./mailbox.ts";

test.each([
  [{ from: "a@example.com" }, "a@example.com"],
  [{ from: "a@example.com", senderName: "Team" }, "Team <a@example.com>"],
  [{ from: "Shop <a@example.com>" }, "Shop <a@example.com>"],
  [{ from: '"Shop" <a@example.com>', senderName: "Team" }, "Team <a@example.com>"],
  [{ from: '"Shop, \\"A\\" Inc." <a@example.com>' }, '"Shop, \\"A\\" Inc." <a@example.com>'],
  [{ from: " <a@example.com> " }, "a@example.com"],
  [{ from: "Shop <a@example.com" }, "Shop <a@example.com"],
  [{ from: "a@example.com", senderName: "Zoë Müller" }, "Zoë Müller <a@example.com>"],
  [{ from: "a@example.com", senderName: 'Team, "A" Inc.' }, '"Team, \\"A\\" Inc." <a@example.com>'],
  [{ from: "a@example.com", senderName: "Team\r\nBcc: b@example.com" }, '"Team Bcc: b@example.com" <a@example.com>'],
])("the sender %j is written as %s", (mail, written) => {
  expect(formatMailbox(senderOf(mail))).toBe(written);
});

test("a text of 100,000 blanks is no mailbox, which is seen at once", () => {
  const from = " ".repeat(100_000);
  const began = performance.now();
  expect(senderOf({ from: `a${from}b` })).toEqual({ address: `a${from}b`, name: undefined });
  expect(senderOf({ from: `"${from}` })).toEqual({ address: `"${from}`, name: undefined });
  // A cubic time would be years.
  expect(performance.now() - began).toBeLessThan(1_000);
});
