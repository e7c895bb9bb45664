import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type DnsServer, startDnsServer } from "#test/support/dns-server.ts";
import { createLookups } from "./dns-lookups.ts";
import { findSenderDomain } from "./sender-domain.ts";

let dns: DnsServer;
beforeAll(async () => {
  dns = await startDnsServer();
});
afterAll(() => dns.stop());
beforeEach(() => dns.forget());

async function find(address = "bob@example.com", ms = 2_000) {
  const lookups = createLookups({ questions: 3, ms, nameServers: [dns.address] });
  return findSenderDomain(address, lookups).finally(lookups.close);
}

test("a domain is found by its mail server, or by its own address", async () => {
  expect(await find()).toBe("absent");
  expect(dns.asked).toEqual(["MX example.com", "A example.com", "AAAA example.com"]);
  dns.add({ type: "AAAA", name: "example.com", data: "2001:db8::1" });
  expect(await find()).toBe("found");
  dns.add({ type: "MX", name: "example.com", data: { preference: 10, exchange: "mx.example.com" } });
  expect(await find()).toBe("found");
});

test("a domain that says that it takes no mail counts as absent", async () => {
  dns.add({ type: "MX", name: "example.com", data: { preference: 0, exchange: "." } });
  dns.add({ type: "A", name: "example.com", data: "192.0.2.1" });
  expect(await find()).toBe("absent");
});

test("an address needs no record, and what cannot be a name has none", async () => {
  expect(await find("bob@[192.0.2.1]")).toBe("found");
  expect(await find(`bob@${"a".repeat(64)}.com`)).toBe("absent");
  expect(dns.asked).toEqual([]);
});

test("a server of names that fails or is silent says nothing about the domain", async () => {
  dns.fail("example.com");
  expect(await find()).toBe("unanswered");
  dns.silence("example.com");
  expect(await find("bob@example.com", 200)).toBe("unanswered");
});
