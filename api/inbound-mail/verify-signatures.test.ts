import { createTransport } from "nodemailer";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type DnsServer, startDnsServer } from "#test/support/dns-server.ts";
import { type SigningKey, signed, signingKey } from "#test/support/signed-mail.ts";
import { createLookups } from "./dns-lookups.ts";
import { SIGNATURES_MAX, verifySignatures } from "./verify-signatures.ts";

// DKIM of a reply: which domains vouch for the mail, by keys that a real name server serves.

const MAIL = "From: Bob <bob@example.com>\r\nTo: reply@example.org\r\nSubject: Re: Order\r\n\r\nThanks\r\n a  lot\r\n";

let dns: DnsServer;
let key: SigningKey;
beforeAll(async () => {
  dns = await startDnsServer();
  key = signingKey();
});
afterAll(() => dns.stop());
beforeEach(() => {
  dns.forget();
  dns.text("s1._domainkey.example.com", key.record);
});

async function domainsOf(mail: string, limits: { ms?: number; questions?: number } = {}): Promise<string[]> {
  const lookups = createLookups({ questions: SIGNATURES_MAX, ms: 20_000, nameServers: [dns.address], ...limits });
  return verifySignatures(Buffer.from(mail, "latin1"), lookups).finally(lookups.close);
}

test.each(["relaxed/relaxed", "simple/simple", "relaxed/simple"])("a valid signature counts (%s)", async (form) => {
  expect(await domainsOf(await signed(MAIL, { key, canonicalization: form }))).toEqual(["example.com"]);
});

test("a signature by the package that sends mail counts", async () => {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  const dkim = { domainName: "Example.com", keySelector: "s1", privateKey: key.privateKey };
  const { message } = await transport.sendMail({
    from: "bob@example.com",
    to: "reply@example.org",
    text: "Grüße\n.\n..",
    html: "<p>Grüße</p>",
    dkim,
    attachments: [{ filename: "a.bin", content: Buffer.alloc(10_000, 7) }],
  });
  expect(await domainsOf(message.toString("latin1"))).toEqual(["example.com"]);
});

test("a mail whose lines end as those of a file counts as it was signed", async () => {
  expect(await domainsOf((await signed(MAIL, { key })).replaceAll("\r\n", "\n"))).toEqual(["example.com"]);
});

test("of several domains each valid one counts, once", async () => {
  dns.text("s1._domainkey.list.example", key.record);
  let mail = await signed(MAIL, { key });
  mail = await signed(mail, { key });
  mail = await signed(mail, { key, domain: "list.example" });
  mail = await signed(mail, { key, domain: "absent.example" });
  expect(await domainsOf(mail)).toEqual(["list.example", "example.com"]);
});

describe("nothing vouches for a mail", () => {
  const none = async (mail: string | Promise<string>) => expect(await domainsOf(await mail)).toEqual([]);

  test("without a signature", () => none(MAIL));
  test("without anything", () => none(""));

  test("whose body was changed", async () => none((await signed(MAIL, { key })).replace("a  lot", "a little")));

  test("whose signed header was changed", async () => none((await signed(MAIL, { key })).replace("Order", "Refund")));

  test("signed with another key than that of the domain", () => none(signed(MAIL, { key: signingKey() })));

  test("whose signature has expired", () => none(signed(MAIL, { key, expires: new Date(Date.now() - 60_000) })));

  test("whose domain has no such key", async () => {
    await none(signed(MAIL, { key, selector: "s2" }));
    expect(dns.asked).toEqual(["TXT s2._domainkey.example.com"]);
  });

  test("whose key was withdrawn, or is too short", async () => {
    dns.text("gone._domainkey.example.com", "v=DKIM1; k=rsa; p=");
    await none(signed(MAIL, { key, selector: "gone" }));
    const short = signingKey(512);
    dns.text("short._domainkey.example.com", short.record);
    await none(signed(MAIL, { key: short, selector: "short" }));
  });

  test("whose domain has a server of names that fails", async () => {
    dns.forget();
    dns.fail("s1._domainkey.example.com");
    await none(signed(MAIL, { key }));
  });

  test("whose domain has one that is silent, within the time", async () => {
    dns.silence("*");
    const mail = await signed(MAIL, { key });
    const begun = performance.now();
    expect(await domainsOf(mail, { ms: 300 })).toEqual([]);
    // Attempts alone would take three seconds.
    expect(performance.now() - begun).toBeLessThan(2_900);
    expect(dns.asked).not.toEqual([]);
  });

  test("signed with SHA-1", () => none(signed(MAIL, { key, algorithm: "rsa-sha1" })));

  test("of whose body a part is signed, to which anybody may add", async () => {
    const log = await signed(MAIL, { key, maxBodyLength: 8 });
    expect(log).toMatch(/l=8/);
    await none(`${log}and more\r\n`);
  });

  test("whose sender is not signed", async () => {
    const withoutFrom = await signed(MAIL.replace(/^From.*\r\n/, ""), { key });
    await none(withoutFrom.replace("To:", "From: eve@example.com\r\nTo:"));
  });

  test("with a second sender above the signed one", async () =>
    none(`From: eve@example.com\r\n${await signed(MAIL, { key })}`));
});

describe("a hostile mail takes bounded work", () => {
  /** Signatures of other domains, whose keys would have to be looked up. */
  const signatures = async (count: number) => {
    const [signature = ""] = (await signed(MAIL, { key, domain: "d0.example" })).split("\r\nFrom:");
    return Array.from({ length: count }, (_, number) => signature.replace("d0.example", `d${number}.example`));
  };

  test("with two hundred signatures: the topmost ones are verified", async () => {
    const mail = await signed(MAIL, { key });
    const others = (await signatures(200)).map((signature) => `${signature}\r\n`);
    expect(await domainsOf(others.join("") + mail, { questions: 1_000 })).toEqual([]);
    expect(dns.asked.length).toBe(SIGNATURES_MAX);
    expect(await domainsOf(others.slice(1, SIGNATURES_MAX).join("") + mail)).toEqual(["example.com"]);
  });

  test("with signatures of parts of the body, each of which would be hashed by itself", async () => {
    const parts = (await signatures(200)).map(
      (signature, length) => `${signature.replace("v=1;", `v=1; l=${length};`)}\r\n`,
    );
    expect(await domainsOf(parts.join("") + (await signed(MAIL, { key })))).toEqual(["example.com"]);
    expect(dns.asked).toEqual(["TXT s1._domainkey.example.com"]);
  });

  test.each([
    [
      "a signature of 200,000 spaces",
      `DKIM-Signature: v=1; a=rsa-sha256; d=x.example; s=s1; h=from; bh=x;${" ".repeat(200_000)}z=x; b=x\r\n`,
      ["example.com"],
    ],
    ["100,000 headers", "a:\r\n".repeat(100_000), []],
    ["a header of 100,000 lines", `X: a\r\n${" \r\n".repeat(100_000)}`, []],
    ["a chain of seals", `ARC-Seal: i=1; ${"x".repeat(100_000)}\r\n`.repeat(3), ["example.com"]],
  ])("with %s", async (_what, header, expected) => {
    const begun = performance.now();
    expect(await domainsOf(header + (await signed(MAIL, { key })))).toEqual(expected);
    // Far above what it takes on a busy machine; work that grows with the square of the mail would take minutes.
    expect(performance.now() - begun).toBeLessThan(15_000);
  });
});
