import { describe, expect, test } from "vitest";
import { aReportCall } from "#test/support/report-calls.ts";
import { UnreadableReportError } from "../../reports/delivery-reports.ts";
import { gupshupReports } from "./gupshup-reports.ts";

const query = {
  externalId: "3562707498794989059-328736121207676738",
  deliveredTS: "1526347800000",
  status: "SUCCESS",
  cause: "SUCCESS",
  phoneNo: "919892488888",
  errCode: "000",
};
const at = new Date("2018-05-15T01:30:00Z");

/** As the vendor prints it: ids and codes without quotes. */
const printed = `[
  {"externalId": 3562707498794989059-328736121207676738, "eventType": "DELIVERED", "eventTs": 1526347800000,
   "destAddr": 919892488888, "srcAddr": TESTIN, "cause": "SUCCESS", "errCode": 000, "channel": "SMS", "noOfFrags": 1},
  {"externalId": 3798318073013708082, "eventType": "FAILED", "eventTs": 1526347800000,
   "destAddr": 91989237777, "srcAddr": ABCDEF, "cause": " UNKNOWN_SUBSCRIBER", "errCode": 003, "channel": "SMS", "noOfFrags": 1}
]`;
const reports = [
  {
    identifier: "3562707498794989059-328736121207676738",
    status: "delivered",
    at,
    response: "SUCCESS",
    raw: expect.objectContaining({ channel: "SMS" }),
  },
  {
    identifier: "3798318073013708082",
    status: "failed",
    at,
    response: "UNKNOWN_SUBSCRIBER, error 003",
    raw: expect.anything(),
  },
];

describe("real time delivery reports of Gupshup", () => {
  test("come in the query of a GET", () => {
    expect(gupshupReports.parse(aReportCall({ query }))).toEqual([
      { identifier: query.externalId, status: "delivered", at, response: "SUCCESS", raw: query },
    ]);
    expect(
      gupshupReports.parse(aReportCall({ query: { ...query, status: "Failure", deliveredTS: "" } })),
    ).toMatchObject([{ status: "failed", at: null }]);
  });

  test.each([
    ["in a form", aReportCall({ form: { response: printed } })],
    ["as the body", aReportCall({ body: printed })],
    ["in a field of JSON", aReportCall({ body: `{"response": ${printed}}` })],
    ["in a text of JSON", aReportCall({ json: { response: printed } })],
  ])("come as a list %s, whose ids keep every digit", (_, call) => {
    expect(gupshupReports.parse(call)).toEqual(reports);
  });

  test("an unknown outcome is left out", () => {
    expect(gupshupReports.parse(aReportCall({ query: { ...query, status: "UNKNOWN" } }))).toEqual([]);
    expect(gupshupReports.parse(aReportCall({ json: [{ externalId: "1" }, "text", null] }))).toEqual([]);
  });

  test.each([
    ["a GET without an id", aReportCall({ query: { status: "SUCCESS" } })],
    ["an empty body", aReportCall({ body: "" })],
    ["garbage", aReportCall({ body: "garbage" })],
    ["an object", aReportCall({ json: {} })],
    ["a form without a list", aReportCall({ form: { response: "{" } })],
  ])("%s is not readable", (_, call) => {
    expect(() => gupshupReports.parse(call)).toThrow(UnreadableReportError);
  });
});
