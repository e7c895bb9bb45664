import { describe, expect, test } from "vitest";
import { aReportCall } from "#test/support/report-calls.ts";
import { UnreadableReportError } from "../../reports/delivery-reports.ts";
import { firetextReports } from "./firetext-reports.ts";

const receipt = { mobile: "447700900000", status: "0", code: "000", reference: "m-1", time: "2026-05-05 11:00:00" };

describe("delivery receipts of FireText", () => {
  test("carry our reference", () => {
    expect(firetextReports.parse(aReportCall({ form: receipt }))).toEqual([
      { identifier: "m-1", status: "delivered", at: null, response: undefined, raw: receipt },
    ]);
  });

  test.each([
    ["1", "102", "failed", "Absent subscriber (102)"],
    ["1", "999", "failed", "Error (999)"],
    ["2", "104", "queued", "Handset memory full (104)"],
  ])("status %s with code %s is %s", (given, code, status, response) => {
    expect(firetextReports.parse(aReportCall({ form: { ...receipt, status: given, code } }))).toMatchObject([
      { status, response },
    ]);
  });

  test("an unknown status is left out", () => {
    expect(firetextReports.parse(aReportCall({ form: { ...receipt, status: "3" } }))).toEqual([]);
  });

  test.each(["", "garbage", "{", "status=0"])("%j is not readable", (body) => {
    expect(() => firetextReports.parse(aReportCall({ body }))).toThrow(UnreadableReportError);
  });
});
