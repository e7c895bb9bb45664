import { describe, expect, test } from "vitest";
import { aReportCall } from "#test/support/report-calls.ts";
import { UnreadableReportError } from "../../reports/delivery-reports.ts";
import { burstSmsReports } from "./burst-sms-reports.ts";

const callback = { message_id: "12345", mobile: "61491570156", datetime: "2026-05-05 10:00:00", status: "delivered" };

describe("delivery callbacks of BurstSMS", () => {
  test.each([
    ["delivered", "delivered"],
    ["pending", "queued"],
    ["soft-bounce", "undelivered"],
    ["hard-bounce", "failed"],
  ])("%s is %s", (given, status) => {
    const raw = { ...callback, status: given };
    expect(burstSmsReports.parse(aReportCall({ query: raw }))).toEqual([
      { identifier: "12345", status, at: new Date("2026-05-05T10:00:00Z"), response: given, raw },
    ]);
  });

  test("an unknown status is left out", () => {
    expect(burstSmsReports.parse(aReportCall({ query: { ...callback, status: "seen" } }))).toEqual([]);
  });

  test.each([
    ["nothing", aReportCall({ query: {} })],
    ["no status", aReportCall({ query: { message_id: "12345" } })],
    ["an empty body", aReportCall({ body: "" })],
  ])("%s is not readable", (_, call) => {
    expect(() => burstSmsReports.parse(call)).toThrow(UnreadableReportError);
  });
});
