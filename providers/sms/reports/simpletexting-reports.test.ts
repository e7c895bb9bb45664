import { expect, test } from "vitest";
import { type ReportContent, readReports } from "#test/support/report-calls.ts";
import { UnreadableReportError } from "../../reports/delivery-reports.ts";
import { simpletexting } from "../simpletexting.ts";

const read = (call: ReportContent) => readReports(simpletexting, { apiKey: "key", from: "8005550100" }, call);
const event = {
  reportId: "r-1",
  webhookId: "w-1",
  values: {
    messageId: "62c6f15b",
    accountPhone: "8005550100",
    contactPhone: "2025550123",
    carrier: "T-Mobile",
    category: "SMS",
    referenceType: "API_SEND",
  },
};

test.each([
  ["DELIVERY_REPORT", "delivered"],
  ["NON_DELIVERED_REPORT", "undelivered"],
])("%s is %s", async (type, status) => {
  const raw = { ...event, type };
  expect(await read({ json: raw })).toEqual([{ identifier: "62c6f15b", status, at: null, eventId: "r-1", raw }]);
});

test.each(["OUTGOING_MESSAGE", "INCOMING_MESSAGE", "UNSUBSCRIBE_REPORT", "constructor"])(
  "%s says nothing about a delivery",
  async (type) => {
    expect(await read({ json: { ...event, type } })).toEqual([]);
  },
);

test("a report that names no message is left out", async () => {
  expect(await read({ json: { type: "DELIVERY_REPORT", values: {} } })).toEqual([]);
});

test.each(["", "type=DELIVERY_REPORT", "null", "[]", '{"type":"DELIVERY_REPORT"}'])("%j is no report", async (body) => {
  await expect(read({ body })).rejects.toThrow(UnreadableReportError);
});
