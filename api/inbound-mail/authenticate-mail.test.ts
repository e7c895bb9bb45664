import { expect, test } from "vitest";
import { mailOf, mailVerification } from "#test/support/mail-verification.ts";

const FAILED = { dkim: "failed", dkimDomains: [], spf: "failed" };

const { silenceNames, signed, authenticate, close } = mailVerification();

test("a mail has both proofs, or none", async () => {
  const results = await Promise.all([authenticate(await signed(mailOf("Thanks\r\n"))), authenticate("")]);
  expect(results).toEqual([
    { dkim: "pass", dkimDomains: ["example.com"], spf: "pass" },
    { dkim: "failed", dkimDomains: [], spf: "pass" },
  ]);
});

test("mails that wait for silent servers of names have no proof, within the time", async () => {
  silenceNames();
  const mail = await signed(mailOf("Thanks\r\n"));
  const begun = performance.now();
  const results = await Promise.all(Array.from({ length: 12 }, () => authenticate(mail)));
  expect(results).toEqual(Array.from({ length: 12 }, () => FAILED));
  // Four at once; what has no turn in time has no proof.
  expect(performance.now() - begun).toBeLessThan(15_000);
});

test("once it is closed nothing is verified", async () => {
  silenceNames();
  const waiting = authenticate(mailOf(""));
  const ended = expect(waiting).rejects.toThrow();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  await close();
  await ended;
});
