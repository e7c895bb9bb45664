import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { aReportCall } from "#test/support/report-calls.ts";
import { createHttp } from "../../http/http.ts";
import { UnreadableReportError } from "../../reports/delivery-reports.ts";
import { nexmoReports } from "./nexmo-reports.ts";

const receipt = {
  msisdn: "447700900000",
  to: "AcmeInc",
  "network-code": "12345",
  messageId: "0A0000001234567B",
  price: "0.03330000",
  status: "delivered",
  scts: "2001011400",
  "err-code": "0",
  "api-key": "abcd1234",
  "message-timestamp": "2020-01-01 14:00:00",
};
const report = {
  identifier: "0A0000001234567B",
  status: "delivered",
  response: undefined,
  raw: receipt,
  at: new Date("2020-01-01T14:00:00Z"),
};

describe("delivery receipts of Vonage", () => {
  test.each([
    ["in the query of a GET", aReportCall({ query: receipt })],
    ["as a form", aReportCall({ form: receipt })],
    ["as JSON", aReportCall({ json: receipt })],
  ])("are read %s", (_, call) => {
    expect(nexmoReports.parse(call)).toEqual([report]);
  });

  test.each([
    ["accepted", "accepted"],
    ["buffered", "queued"],
    ["expired", "undelivered"],
    ["failed", "failed"],
    ["rejected", "rejected"],
  ])("%s is %s", (given, status) => {
    const [read] = nexmoReports.parse(aReportCall({ query: { ...receipt, status: given, "err-code": "9" } }));
    expect(read).toMatchObject({ status, response: "The recipient's number is on a list that gets no messages (9)" });
  });

  test("an unknown status is left out", () => {
    expect(nexmoReports.parse(aReportCall({ query: { ...receipt, status: "unknown" } }))).toEqual([]);
  });

  test.each([
    ["nothing", aReportCall({ query: {} })],
    ["an empty form", aReportCall({ body: "" })],
    ["no status", aReportCall({ query: { messageId: "1" } })],
    ["broken JSON", aReportCall({ body: "{" })],
    ["a list", aReportCall({ json: [] })],
  ])("%s is not readable", (_, call) => {
    expect(() => nexmoReports.parse(call)).toThrow(UnreadableReportError);
  });
});

describe("the signature of Vonage's receipts", () => {
  const http = createHttp();
  const isGenuine = (call: Parameters<typeof nexmoReports.isGenuine>[0], webhookSigningKey?: string) =>
    nexmoReports.isGenuine(call, { webhookSigningKey }, { http });

  test("is not asked for without a signature secret", () => {
    expect(isGenuine(aReportCall({ query: receipt }))).toBe("unsigned");
  });

  test("is the MD5 of fields and secret, as in the vendor's own tests", () => {
    const signed = { a: "1", b: "2", timestamp: "1461605396", sig: "6af838ef94998832dbfc29020b564830" };
    expect(isGenuine(aReportCall({ query: signed }), "secret")).toBe(true);
    expect(isGenuine(aReportCall({ query: { ...signed, b: "3" } }), "secret")).toBe(false);
    expect(isGenuine(aReportCall({ query: signed }), "other")).toBe(false);
  });

  test.each(["md5", "sha1", "sha256", "sha512"])("may be an HMAC by %s", (algorithm) => {
    const fields = { b: "x&y=z", a: "1", timestamp: "1461605396" };
    const sig = createHmac(algorithm, "secret").update("&a=1&b=x_y_z&timestamp=1461605396").digest("hex").toUpperCase();
    expect(isGenuine(aReportCall({ form: { ...fields, sig } }), "secret")).toBe(true);
    expect(isGenuine(aReportCall({ form: { ...fields, a: "2", sig } }), "secret")).toBe(false);
  });

  test.each(["", "6af8", "not hex".padEnd(32, "!")])("%j is none", (sig) => {
    expect(isGenuine(aReportCall({ query: { ...receipt, sig } }), "secret")).toBe(false);
  });
});
