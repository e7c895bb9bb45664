import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { createMailAuthenticator, type MailAuthenticator } from "#api/inbound-mail/authenticate-mail.ts";
import { type DnsServer, startDnsServer } from "./dns-server.ts";
import { type SigningKey, signed, signingKey } from "./signed-mail.ts";

/** A mail with a body, not signed yet. */
export const mailOf = (body: string) => `From: bob@example.com\r\nTo: reply@example.org\r\nSubject: Re\r\n\r\n${body}`;

/** Verification of mails in its threads for the tests of a file, which ask a real name server. */
export function mailVerification() {
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

  return {
    /** No question is answered from now on. */
    silenceNames: () => dns.silence("*"),
    signed: (mail: string) => signed(mail, { key }),
    close: () => authenticator.close(),
    authenticate: (mail: string) =>
      authenticator.authenticate({
        raw: Buffer.from(mail, "latin1"),
        nameServers: [dns.address],
        mailHost: null,
        remoteAddress: "192.0.2.1",
        helo: "mx.example.net",
        envelopeFrom: "bob@example.com",
      }),
  };
}
