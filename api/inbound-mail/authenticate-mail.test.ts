import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { INBOUND_MAIL_MAX_BYTES } from "#contract/constants/inbound-mail.ts";
import { type DnsServer, startDnsServer } from "#test/support/dns-server.ts";
import { type SigningKey, signed, signingKey } from "#test/support/signed-mail.ts";
import { createMailAuthenticator, type MailAuthenticator } from "./authenticate-mail.ts";

// The verification of mails in its threads, which ask a real name server.

const FAILED = { dkim: "failed", dkimDomains: [], spf: "failed" };

let dns: DnsServer;
let key: SigningKey;
let authenticator: MailAuthenticator;
let warnings: unknown[];
beforeAll(async () => {
  dns = await startDnsServer();
  key = signingKey();
});
afterAll(() => dns.stop());
beforeEach(() => {
  dns.forget();
  dns.text("s1._domainkey.example.com", key.record);
  dns.text("example.com", "v=spf1 ip4:192.0.2.1 -all");
  warnings = [];
  authenticator = createMailAuthenticator({ logger: { warn: (...args: unknown[]) => void warnings.push(args) } });
});
afterEach(async () => {
  await authenticator.close();
  expect(warnings).toEqual([]);
});

const mailOf = (body: string) => `From: bob@example.com\r\nTo: reply@example.org\r\nSubject: Re\r\n\r\n${body}`;

const authenticate = (mail: string) =>
  authenticator.authenticate({
    raw: Buffer.from(mail, "latin1"),
    nameServers: [dns.address],
    mailHost: null,
    remoteAddress: "192.0.2.1",
    helo: "mx.example.net",
    envelopeFrom: "bob@example.com",
  });

test("a mail has both proofs, or none", async () => {
  const results = await Promise.all([authenticate(await signed(mailOf("Thanks\r\n"), { key })), authenticate("")]);
  expect(results).toEqual([
    { dkim: "pass", dkimDomains: ["example.com"], spf: "pass" },
    { dkim: "failed", dkimDomains: [], spf: "pass" },
  ]);
});

describe("the longest mail that is taken is verified in time", () => {
  test.each([
    ["of lines", `${"x".repeat(74)}  \r\n`, "\r\n"],
    ["of lines as those of a file", `${"x".repeat(74)}  \r\n`, "\n"],
    ["of one line", "x \t", "\r\n"],
    ["of empty lines", "\r\n", "\r\n"],
  ])("%s", async (_what, part, lineBreak) => {
    const body = part.repeat(Math.floor((INBOUND_MAIL_MAX_BYTES - 2_000) / part.length));
    const mail = await signed(mailOf(`${body}end\r\n`), { key });
    const begun = performance.now();
    expect(await authenticate(mail.replaceAll("\r\n", lineBreak))).toEqual({
      dkim: "pass",
      dkimDomains: ["example.com"],
      spf: "pass",
    });
    expect(performance.now() - begun).toBeLessThan(10_000);
  });
});

test("mails that wait for silent servers of names have no proof, within the time", async () => {
  dns.silence("*");
  const mail = await signed(mailOf("Thanks\r\n"), { key });
  const begun = performance.now();
  const results = await Promise.all(Array.from({ length: 12 }, () => authenticate(mail)));
  expect(results).toEqual(Array.from({ length: 12 }, () => FAILED));
  // Four at once; what has no turn in time has no proof.
  expect(performance.now() - begun).toBeLessThan(15_000);
});

test("once it is closed nothing is verified", async () => {
  dns.silence("*");
  const waiting = authenticate(mailOf(""));
  const ended = expect(waiting).rejects.toThrow();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  await authenticator.close();
  await ended;
});
