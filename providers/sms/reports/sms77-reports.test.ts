import { createHash, createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { aReportCall, REPORT_URL } from "#test/support/report-calls.ts";
import { createHttp } from "../../http/http.ts";
import { type ReportCall, UnreadableReportError } from "../../reports/delivery-reports.ts";
import { sms77Reports } from "./sms77-reports.ts";

const report = (status: string, timestamp: string | number = "1777975200") => ({
  webhook_event: "dlr",
  webhook_timestamp: "2026-05-05 12:00:01",
  data: { msg_id: "77229318510", status, timestamp },
});

describe("status reports of seven.io", () => {
  test.each([
    ["DELIVERED", "delivered"],
    ["NOTDELIVERED", "undelivered"],
    ["BUFFERED", "queued"],
    ["TRANSMITTED", "sent"],
    ["ACCEPTED", "accepted"],
    ["EXPIRED", "undelivered"],
    ["REJECTED", "rejected"],
    ["FAILED", "failed"],
  ])("%s is %s", (given, status) => {
    const json = report(given);
    expect(sms77Reports.parse(aReportCall({ json }))).toEqual([
      { identifier: "77229318510", status, at: new Date("2026-05-05T10:00:00Z"), response: given, raw: json },
    ]);
  });

  test("a written time, whose zone nobody knows, is no moment", () => {
    expect(sms77Reports.parse(aReportCall({ json: report("DELIVERED", "2026-05-05 12:00:00") }))).toMatchObject([
      { status: "delivered", at: null },
    ]);
  });

  test("other events and unknown statuses are left out", () => {
    expect(sms77Reports.parse(aReportCall({ json: report("UNKNOWN") }))).toEqual([]);
    expect(sms77Reports.parse(aReportCall({ json: { webhook_event: "sms_mo", data: { id: "1" } } }))).toEqual([]);
  });

  test.each(["", "{", "[]", "{}", '"text"'])("%j is not readable", (body) => {
    expect(() => sms77Reports.parse(aReportCall({ body }))).toThrow(UnreadableReportError);
  });
});

describe("the signature of seven.io's reports", () => {
  const http = createHttp();
  const isGenuine = (call: ReportCall, webhookSigningKey?: string) =>
    sms77Reports.isGenuine(call, { webhookSigningKey }, { http });
  const body = JSON.stringify(report("DELIVERED"));

  function signed(secondsAgo: number): ReportCall {
    const timestamp = String(Math.floor(Date.now() / 1_000) - secondsAgo);
    const hash = createHash("md5").update(body).digest("hex");
    const text = `${timestamp}\nnonce-1\nPOST\n${REPORT_URL}\n${hash}`;
    const signature = createHmac("sha256", "key-1").update(text).digest("hex");
    return aReportCall({ body, headers: { "x-signature": signature, "x-timestamp": timestamp, "x-nonce": "nonce-1" } });
  }

  test("covers address, nonce and body", () => {
    const call = signed(0);
    expect(isGenuine(call, "key-1")).toBe(true);
    expect(isGenuine({ ...call, body: body.replace("DELIVERED", "REJECTED") }, "key-1")).toBe(false);
    expect(isGenuine({ ...call, url: `${call.url}?` }, "key-1")).toBe(false);
    expect(isGenuine({ ...call, headers: { ...call.headers, "x-nonce": "nonce-2" } }, "key-1")).toBe(false);
    expect(isGenuine(call, "key-2")).toBe(false);
  });

  test("is not valid for more than five minutes", () => {
    expect(isGenuine(signed(290), "key-1")).toBe(true);
    expect(isGenuine(signed(310), "key-1")).toBe(false);
  });

  test("is needed where the key is known, and not otherwise", () => {
    expect(isGenuine(aReportCall({ body }), "key-1")).toBe(false);
    expect(isGenuine(aReportCall({ body }))).toBe("unsigned");
  });
});
