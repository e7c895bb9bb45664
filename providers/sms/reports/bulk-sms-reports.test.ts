import { describe, expect, test } from "vitest";
import { aReportCall } from "#test/support/report-calls.ts";
import { UnreadableReportError } from "../../reports/delivery-reports.ts";
import { bulkSmsReports } from "./bulk-sms-reports.ts";

const message = (type: string, subtype: string | null = null) => ({
  id: "7400",
  type: "SENT",
  to: "491700000000",
  userSuppliedId: "m-1",
  status: { id: `${type}.${subtype}`, type, subtype },
});

describe("BulkSMS' webhook for sent messages", () => {
  test.each([
    ["ACCEPTED", null, "accepted"],
    ["SENT", null, "sent"],
    ["DELIVERED", null, "delivered"],
    ["FAILED", "EXPIRED", "undelivered"],
    ["FAILED", "BLOCKED", "blocked"],
    ["FAILED", "HANDSET_ERROR", "failed"],
    ["FAILED", "NOT_SENT", "failed"],
    ["FAILED", null, "failed"],
  ])("%s with %s is %s", (type, subtype, status) => {
    const raw = message(type, subtype);
    expect(bulkSmsReports.parse(aReportCall({ json: [raw] }))).toEqual([
      { identifier: "7400", status, at: null, response: subtype ?? undefined, raw },
    ]);
  });

  test("is tried with an empty list", () => {
    expect(bulkSmsReports.parse(aReportCall({ json: [] }))).toEqual([]);
  });

  test("unknown statuses and what is no message are left out", () => {
    expect(bulkSmsReports.parse(aReportCall({ json: [message("UNKNOWN"), null, "text"] }))).toEqual([]);
  });

  test.each(["", "{", "{}", "null"])("%j is not readable", (body) => {
    expect(() => bulkSmsReports.parse(aReportCall({ body }))).toThrow(UnreadableReportError);
  });
});
