import { expect, test } from "vitest";
import { isReachableByVendors, reportToken, reportUrlOf } from "./report-url.ts";

test.each([
  "https://belfry.example.com",
  "http://notify.example.org:8080",
  "https://8.8.8.8",
  "https://[2a00:1450::1]",
])("vendors may report to %s", (publicUrl) => expect(isReachableByVendors(publicUrl)).toBe(true));

test.each([
  "http://localhost:3000",
  "http://LOCALHOST.",
  "http://app.localhost",
  "http://belfry",
  "https://belfry.internal",
  "https://nas.local.",
  "https://nas.home.arpa",
  "https://belfry.corp",
  "http://127.0.0.1:3000",
  "http://10.0.0.5",
  "http://0x7f.1",
  "http://2130706433",
  "http://[::1]:3000",
  "http://[fd00::1]",
  "http://[::ffff:10.0.0.1]",
])("no vendor can report to %s", (publicUrl) => expect(isReachableByVendors(publicUrl)).toBe(false));

test("the address names environment and integration, whatever the public address ends with", () => {
  const integration = { environmentId: "e1", id: "i1" };
  const encryptionKey = Buffer.alloc(32, 1);
  const urlBelow = (reportsUrl: string) => reportUrlOf({ reportsUrl, encryptionKey }, integration);
  const token = reportToken(integration, encryptionKey);
  expect(token).toMatch(/^[\w-]{32}$/);
  const address = `https://belfry.example.com/v2/inbound-webhooks/delivery-providers/e1/i1?token=${token}`;
  expect(urlBelow("https://belfry.example.com")).toBe(address);
  expect(urlBelow("https://belfry.example.com:443/")).toBe(address);
  expect(urlBelow("https://belfry.example.com/apps/hooks")).toBe(address.replace("/v2", "/apps/hooks/v2"));
});

test("each integration has a secret of its own, which follows from the installation's key", () => {
  const key = Buffer.alloc(32, 1);
  const tokens = [
    reportToken({ id: "i1" }, key),
    reportToken({ id: "i2" }, key),
    reportToken({ id: "i1" }, Buffer.alloc(32, 2)),
  ];
  expect(new Set(tokens).size).toBe(3);
  expect(reportToken({ id: "i1" }, key)).toBe(tokens[0]);
});
