import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { type ReportContent, readReports } from "#test/support/report-calls.ts";
import { ForgedReportError, UnreadableReportError } from "../../reports/delivery-reports.ts";
import { termii } from "../termii.ts";

const credentials = { apiKey: "key", from: "Belfry" };
const read = (call: ReportContent) => readReports(termii, credentials, call);
const event = {
  type: "outbound",
  message_id: "5964465985113503103",
  receiver: "2343459509389",
  sender: "N-Alert",
  sent_at: "2020-12-16 11:34:36",
  cost: "3.9",
  command: "deliver",
  channel: "Number Api",
};

test.each([
  ["DELIVERED | Message delivered to handset", "delivered"],
  ["Delivered", "delivered"],
  ["Message Sent", "sent"],
  ["Message Failed", "failed"],
  ["Rejected", "rejected"],
  ["Expired", "undelivered"],
  ["DND Active on Phone Number", "undelivered"],
])("the status %j is %s", async (given, status) => {
  const raw = { ...event, status: given };
  expect(await read({ json: raw })).toEqual([{ identifier: event.message_id, status, at: null, response: given, raw }]);
});

test("what says nothing about a delivery is left out", async () => {
  expect(await read({ json: { ...event, type: "inbound", status: "Delivered" } })).toEqual([]);
  expect(await read({ json: { ...event, status: "Received" } })).toEqual([]);
  expect(await read({ json: { type: "device", status: "offline" } })).toEqual([]);
});

test("a report is taken only with the signature of the account, where its key is known", async () => {
  const body = JSON.stringify({ ...event, status: "Delivered" });
  const signature = createHmac("sha512", "s3cret").update(body).digest("hex");
  const signed = { ...credentials, webhookSigningKey: "s3cret" };
  const headers = { "x-termii-signature": signature };
  const other = signature.slice(0, -1) + (signature.endsWith("0") ? "1" : "0");
  expect(await readReports(termii, signed, { body, headers })).toHaveLength(1);
  expect(await readReports(termii, credentials, { body })).toHaveLength(1);
  const forged = [
    { body: body.replace("Delivered", "Delivereb"), headers },
    { body, headers: { "x-termii-signature": other } },
    { body },
  ];
  for (const call of forged) await expect(readReports(termii, signed, call)).rejects.toThrow(ForgedReportError);
});

test.each(["", "status=Delivered", "null", '"text"', "[1]"])("%j is no report", async (body) => {
  await expect(read({ body })).rejects.toThrow(UnreadableReportError);
});
