import { describe, expect, test } from "vitest";
import { aReportCall } from "#test/support/report-calls.ts";
import { UnreadableReportError } from "../../reports/delivery-reports.ts";
import { infobipReports } from "./infobip-sms-reports.ts";

const result = (groupId: number, error: object | null = null) => ({
  bulkId: "bulk-1",
  messageId: "message-1",
  to: "41793026727",
  smsCount: 1,
  callbackData: "m-1",
  sentAt: "2019-11-09T16:00:00.000+0000",
  doneAt: "2019-11-09T16:00:05.000+0000",
  status: { groupId, groupName: "-", id: 5, name: "-", description: "Message delivered to handset" },
  error,
});

describe("delivery reports of Infobip", () => {
  test.each([
    [1, "queued"],
    [2, "undelivered"],
    [3, "delivered"],
    [4, "undelivered"],
    [5, "rejected"],
  ])("status group %i is %s", (groupId, status) => {
    const raw = result(groupId);
    expect(infobipReports.parse(aReportCall({ json: { results: [raw] } }))).toEqual([
      {
        identifier: "message-1",
        status,
        raw,
        response: "Message delivered to handset",
        at: new Date("2019-11-09T16:00:05Z"),
      },
    ]);
  });

  test("say why a message has failed", () => {
    const error = { groupId: 1, name: "EC_ABSENT_SUBSCRIBER", description: "Absent Subscriber", permanent: false };
    const noError = { groupId: 0, name: "NO_ERROR", description: "No Error", permanent: false };
    const json = { results: [result(2, error), { ...result(3, noError), doneAt: undefined }] };
    expect(infobipReports.parse(aReportCall({ json }))).toMatchObject([
      { response: "The recipient's phone is switched off or out of reach (EC_ABSENT_SUBSCRIBER)" },
      { response: "Message delivered to handset", at: new Date("2019-11-09T16:00:00Z") },
    ]);
  });

  test("what is no message's is left out", () => {
    expect(infobipReports.parse(aReportCall({ json: { results: [result(9), null, {}] } }))).toEqual([]);
  });

  test.each(["", "{", "null", "[]", "{}", '{"results":1}'])("%j is not readable", (body) => {
    expect(() => infobipReports.parse(aReportCall({ body }))).toThrow(UnreadableReportError);
  });
});
