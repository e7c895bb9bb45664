import { expect, test } from "vitest";
import { type ReportContent, readReports } from "#test/support/report-calls.ts";
import { UnreadableReportError } from "../../reports/delivery-reports.ts";
import { clicksend } from "../clicksend.ts";

const read = (call: ReportContent) => readReports(clicksend, { user: "u1", apiKey: "key", from: "Belfry" }, call);
const event = {
  timestamp_send: "1777975190",
  timestamp: "1777975198",
  message_id: "BF7AD270",
  custom_string: "m-1",
  status: "Delivered",
  status_code: "201",
  status_text: "Success: Message received on handset.",
};
const report = {
  identifier: "BF7AD270",
  status: "delivered",
  at: new Date(1_777_975_198_000),
  response: "Success: Message received on handset.",
};

test("a receipt is read from a form and from JSON", async () => {
  expect(await read({ form: event })).toEqual([{ ...report, raw: event }]);
  const json = { ...event, timestamp: 1_777_975_198, status_code: 201, error_code: null, error_text: null };
  expect(await read({ json })).toEqual([{ ...report, raw: json }]);
});

test.each([
  [200, "sent"],
  [300, "delayed"],
  [301, "undelivered"],
])("the code %i is %s", async (code, status) => {
  expect(await read({ json: { ...event, status: "x", status_code: code } })).toMatchObject([{ status }]);
});

test.each([
  ["Queued", "queued"],
  ["Sent", "sent"],
  ["Delivered", "delivered"],
  ["Undelivered", "undelivered"],
  ["Expired", "undelivered"],
  ["Failed", "failed"],
  ["Rejected", "rejected"],
])("without a code, the status %s is %s", async (name, status) => {
  expect(await read({ json: { ...event, status: name, status_code: null } })).toMatchObject([{ status }]);
});

test("the reason of a failure comes before its status", async () => {
  const form = { ...event, status_code: "301", error_code: "1", error_text: "Absent subscriber" };
  expect(await read({ form })).toMatchObject([{ status: "undelivered", response: "Absent subscriber" }]);
});

test("a status that is not known is left out", async () => {
  expect(await read({ json: { ...event, status: "constructor", status_code: 999 } })).toEqual([]);
});

test.each(["", "{", "[]", '"text"', "status=Sent"])("%j is no receipt", async (body) => {
  await expect(read({ body })).rejects.toThrow(UnreadableReportError);
});
