import { createHash } from "node:crypto";
import { SignJWT } from "jose";
import { describe, expect, test } from "vitest";
import { aReportCall } from "#test/support/report-calls.ts";
import { createHttp } from "../../http/http.ts";
import { type ReportCall, UnreadableReportError } from "../../reports/delivery-reports.ts";
import { messagebirdReports } from "./messagebird-reports.ts";

const report = {
  id: "e8077d803532c0b5937c639b60216938",
  reference: "m-1",
  recipient: "31612345678",
  status: "delivered",
  statusDatetime: "2016-05-03T08:58:10+00:00",
};

describe("status reports of MessageBird", () => {
  test("come in the query of a GET", () => {
    expect(messagebirdReports.parse(aReportCall({ query: report }))).toEqual([
      {
        identifier: report.id,
        status: "delivered",
        response: undefined,
        raw: report,
        at: new Date("2016-05-03T08:58:10Z"),
      },
    ]);
  });

  test.each([
    ["scheduled", "queued"],
    ["buffered", "queued"],
    ["sent", "sent"],
    ["expired", "undelivered"],
    ["delivery_failed", "failed"],
  ])("%s is %s", (given, status) => {
    const query = { ...report, status: given, statusReason: "unknown subscriber", statusErrorCode: "1" };
    expect(messagebirdReports.parse(aReportCall({ query }))).toMatchObject([
      { status, response: "unknown subscriber, error 1" },
    ]);
  });

  test("an unknown status is left out", () => {
    expect(messagebirdReports.parse(aReportCall({ query: { ...report, status: "answered" } }))).toEqual([]);
  });

  test.each([
    ["nothing", aReportCall({ query: {} })],
    ["no status", aReportCall({ query: { id: "1" } })],
    ["broken JSON", aReportCall({ body: "{" })],
  ])("%s is not readable", (_, call) => {
    expect(() => messagebirdReports.parse(call)).toThrow(UnreadableReportError);
  });
});

describe("the signature of MessageBird's reports", () => {
  const http = createHttp();
  const key = "PlLrKaqvZNRR5zAjm42ZT6q1SQxgbbGd";
  const isGenuine = (call: ReportCall, webhookSigningKey?: string) =>
    messagebirdReports.isGenuine(call, { webhookSigningKey }, { http });
  const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

  async function signed(call: ReportCall, claims: Record<string, unknown> = {}, by = key): Promise<ReportCall> {
    const seconds = Math.floor(Date.now() / 1_000);
    const token = await new SignJWT({
      iss: "MessageBird",
      iat: seconds,
      exp: seconds + 60,
      jti: "1",
      url_hash: sha256(call.url),
      ...(call.body !== "" && { payload_hash: sha256(call.body) }),
      ...claims,
    })
      .setProtectedHeader({ alg: "HS256" })
      .sign(Buffer.from(by));
    return { ...call, headers: { "messagebird-signature-jwt": token } };
  }

  test("covers the address", async () => {
    const call = await signed(aReportCall({ query: report }));
    expect(await isGenuine(call, key)).toBe(true);
    expect(await isGenuine({ ...call, url: call.url.replace("delivered", "delivereD") }, key)).toBe(false);
  });

  test("covers the body, where there is one", async () => {
    const call = await signed(aReportCall({ json: report }));
    expect(await isGenuine(call, key)).toBe(true);
    expect(await isGenuine({ ...call, body: call.body.replace("m-1", "m-2") }, key)).toBe(false);
    expect(await isGenuine({ ...(await signed(aReportCall({ query: report }))), body: "more" }, key)).toBe(false);
  });

  test.each([
    ["of another key", {}, "other key"],
    ["of another issuer", { iss: "Somebody" }, key],
    ["that has expired", { exp: 1 }, key],
    ["that never expires", { exp: undefined }, key],
  ])("%s is none", async (_, claims, by) => {
    expect(await isGenuine(await signed(aReportCall({ query: report }), claims, by), key)).toBe(false);
  });

  test("is needed where the key is known, and not otherwise", async () => {
    expect(await isGenuine(aReportCall({ query: report }), key)).toBe(false);
    const headers = { "messagebird-signature-jwt": "garbage" };
    expect(await isGenuine(aReportCall({ query: report, headers }), key)).toBe(false);
    expect(await isGenuine(aReportCall({ query: report }))).toBe("unsigned");
  });
});
