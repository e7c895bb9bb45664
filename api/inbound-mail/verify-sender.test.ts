import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type DnsServer, startDnsServer } from "#test/support/dns-server.ts";
import { createLookups } from "./dns-lookups.ts";
import { type Delivery, isPermittedSender } from "./verify-sender.ts";

// SPF of a reply: whether the sender's domain names the address that the mail comes from.

let dns: DnsServer;
beforeAll(async () => {
  dns = await startDnsServer();
});
afterAll(() => dns.stop());
beforeEach(() => dns.forget());

async function isPermitted(delivery: Partial<Delivery> = {}, limits: { questions?: number; ms?: number } = {}) {
  const lookups = createLookups({ questions: 40, ms: 20_000, nameServers: [dns.address], ...limits });
  const mail = { remoteAddress: "192.0.2.1", helo: "mx.example.net", envelopeFrom: "bob@example.com", mailHost: null };
  return isPermittedSender({ ...mail, ...delivery }, lookups).finally(lookups.close);
}

test.each([
  ["that names the address", "v=spf1 ip4:192.0.2.0/24 -all", true],
  ["that names another one", "v=spf1 ip4:198.51.100.0/24 -all", false],
  ["that leaves it open", "v=spf1 ip4:198.51.100.0/24 ~all", false],
  ["that says nothing about it", "v=spf1 ?all", false],
  ["for something else", "google-site-verification=x", false],
  ["that nobody can read", "v=spf1 ip4:192.0.2.0/99 nonsense +all", false],
])("a record %s", async (_what, record, expected) => {
  dns.text("example.com", record);
  expect(await isPermitted()).toBe(expected);
});

test("without a record, and with two of them, nobody is permitted", async () => {
  expect(await isPermitted()).toBe(false);
  dns.text("example.com", "v=spf1 +all");
  dns.text("example.com", "v=spf1 +all");
  expect(await isPermitted()).toBe(false);
});

test("a record that includes others, and the servers that a domain receives mail at", async () => {
  dns.text("example.com", "v=spf1 include:a.example -all");
  dns.text("a.example", "v=spf1 mx -all");
  dns.add({ type: "MX", name: "a.example", data: { preference: 10, exchange: "mx.a.example" } });
  dns.add({ type: "A", name: "mx.a.example", data: "192.0.2.1" });
  // The mail servers are those of the record's own domain.
  expect(await isPermitted()).toBe(true);
  expect(await isPermitted({ remoteAddress: "192.0.2.2" })).toBe(false);
});

test("addresses of version 6", async () => {
  dns.text("example.com", "v=spf1 ip6:2001:db8::/32 a:host.example -all");
  dns.add({ type: "AAAA", name: "host.example", data: "2001:db9::5" });
  for (const [remoteAddress, expected] of [
    ["2001:db8::1", true],
    ["2001:db9:0:0:0:0:0:5", true],
    ["2001:db9::6", false],
  ] as const) {
    expect([remoteAddress, await isPermitted({ remoteAddress })]).toEqual([remoteAddress, expected]);
  }
});

test("without a sender the name of the client decides, and an address as a name decides nothing", async () => {
  dns.text("mx.example.net", "v=spf1 ip4:192.0.2.1 -all");
  expect(await isPermitted({ envelopeFrom: "" })).toBe(true);
  expect(await isPermitted({ envelopeFrom: "", helo: "[192.0.2.1]" })).toBe(false);
  expect(await isPermitted({ envelopeFrom: "", helo: "" })).toBe(false);
});

test("a domain in letters of its language is asked for as DNS has it", async () => {
  dns.text("xn--bcher-kva.example", "v=spf1 +all");
  expect(await isPermitted({ envelopeFrom: "bob@bücher.example" })).toBe(true);
});

test("records that include each other, or ask too much, permit nobody", async () => {
  dns.text("example.com", "v=spf1 include:a.example +all");
  dns.text("a.example", "v=spf1 include:example.com +all");
  expect(await isPermitted()).toBe(false);
  expect(dns.asked.length).toBeLessThanOrEqual(12);

  dns.forget();
  const servers = Array.from({ length: 10 }, (_, number) => `mx:d${number}.example`);
  dns.text("example.com", `v=spf1 ${servers.join(" ")} +all`);
  for (let domain = 0; domain < 10; domain++) {
    for (let server = 0; server < 10; server++) {
      const exchange = `m${server}.d${domain}.example`;
      dns.add({ type: "MX", name: `d${domain}.example`, data: { preference: server, exchange } });
      dns.add({ type: "A", name: exchange, data: "198.51.100.1" });
    }
  }
  expect(await isPermitted({}, { questions: 40 })).toBe(false);
  expect(dns.asked.length).toBe(40);
});

test("servers of names that fail or are silent permit nobody, also where the record goes on", async () => {
  dns.text("example.com", "v=spf1 include:a.example +all");
  dns.fail("a.example");
  expect(await isPermitted()).toBe(false);
  dns.forget();
  dns.text("example.com", "v=spf1 include:a.example +all");
  dns.silence("a.example");
  const begun = performance.now();
  expect(await isPermitted({}, { ms: 300 })).toBe(false);
  // Attempts alone would take three seconds.
  expect(performance.now() - begun).toBeLessThan(2_900);
});
