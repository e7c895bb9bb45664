import { expect, test } from "vitest";
import { type ReportContent, readReports } from "#test/support/report-calls.ts";
import { UnreadableReportError } from "../../reports/delivery-reports.ts";
import { clickatell } from "../clickatell.ts";

const read = (call: ReportContent) => readReports(clickatell, { apiKey: "key" }, call);
const event = {
  integrationName: "alerts",
  messageId: "api-1",
  clientMessageId: "m-1",
  to: "491700000000",
  statusCode: 4,
  status: "RECEIVED_BY_RECIPIENT",
  statusDescription: "Message received by recipient",
  timestamp: 1_777_975_198_000,
};
const report = {
  identifier: "api-1",
  status: "delivered",
  at: new Date(1_777_975_198_000),
  response: "Message received by recipient",
};

test("a report is read from JSON and from the query", async () => {
  expect(await read({ json: event })).toEqual([{ ...report, raw: event }]);
  const query = { ...event, statusCode: "4", timestamp: "1777975198000" };
  expect(await read({ query })).toEqual([{ ...report, raw: query }]);
});

test.each([
  ["QUEUED", 2, "queued"],
  ["DELIVERED_TO_GATEWAY", 3, "sent"],
  ["SENT_TO_SUPPLIER", 4, "sent"],
  ["DEVICE_ACK", 5, "delivered"],
  ["EXPIRED", 20, "undelivered"],
  ["ROUTING_ERROR", 100, "failed"],
  ["SOMETHING_OLD", 7, "undelivered"],
  ["SOMETHING_OLD", 8, "accepted"],
  ["SOMETHING_OLD", 12, "failed"],
])("the status %s with the code %i is %s", async (status, statusCode, expected) => {
  expect(await read({ json: { ...event, status, statusCode } })).toMatchObject([{ status: expected }]);
});

test("what says nothing about a delivery is left out", async () => {
  expect(await read({ json: { ...event, status: "READ", statusCode: 99 } })).toEqual([]);
});

test("a moment that is none is unknown", async () => {
  expect(await read({ json: { ...event, timestamp: "soon" } })).toMatchObject([{ at: null }]);
});

test.each(["", "no json", "[]", "null", '{"status":"QUEUED"}'])("%j is no report", async (body) => {
  await expect(read({ body })).rejects.toThrow(UnreadableReportError);
});
