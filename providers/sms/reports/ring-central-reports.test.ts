import { expect, test } from "vitest";
import { aReportCall, REPORT_TOKEN, type ReportContent, withToken } from "#test/support/report-calls.ts";
import { createHttp } from "../../http/http.ts";
import { ForgedReportError, UnreadableReportError } from "../../reports/delivery-reports.ts";
import { ringCentral } from "../ring-central.ts";

const http = createHttp();
const stored = { clientId: "c-1", secretKey: "key", token: "jwt", from: "+1555" };

async function read(call: ReportContent, more: object = {}) {
  return ringCentral.readReports?.(withToken(aReportCall(call)), { ...stored, ...more }, { http, token: REPORT_TOKEN });
}
const event = (messageStatus: string, more: object = {}) => ({
  id: 7001,
  type: "SMS",
  direction: "Outbound",
  subject: "Hi",
  messageStatus,
  creationTime: "2026-05-05T09:59:57.000Z",
  lastModifiedTime: "2026-05-05T09:59:58.000Z",
  smsSendingAttemptsCount: 2,
  ...more,
});

test.each([
  ["Queued", "queued"],
  ["Sent", "sent"],
  ["Delivered", "delivered"],
  ["DeliveryFailed", "failed"],
  ["SendingFailed", "failed"],
  ["Received", "accepted"],
])("%s is %s, with a wrapper and without", async (given, status) => {
  const report = {
    identifier: "7001",
    status,
    attempts: 2,
    response: undefined,
    raw: event(given),
    at: new Date("2026-05-05T09:59:58Z"),
  };
  expect(await read({ body: JSON.stringify(event(given)) })).toEqual({ reports: [report] });
  const wrapped = { uuid: "u-1", event: "/restapi/v1.0/account/1/message-store", body: event(given) };
  expect(await read({ body: JSON.stringify(wrapped) })).toEqual({ reports: [report] });
});

test("a failure has the vendor's code, and what is missing is not made up", async () => {
  const failed = { id: "7001", messageStatus: "DeliveryFailed", deliveryErrorCode: "SMS-RC-413" };
  expect(await read({ body: JSON.stringify(failed) })).toMatchObject({
    reports: [{ response: "SMS-RC-413", at: null, attempts: undefined }],
  });
});

test("a notification that says nothing about a delivery is left out", async () => {
  const counts = { uuid: "u-1", body: { accountId: 1, changes: [{ type: "SMS", newCount: 1 }] } };
  expect(await read({ body: JSON.stringify(counts) })).toEqual({ reports: [] });
  expect(await read({ body: JSON.stringify(event("Unread")) })).toEqual({ reports: [] });
});

test.each(["", "<html>", "null", "[]", '"text"'])("a body %j is unreadable", async (body) => {
  await expect(read({ body })).rejects.toThrow(UnreadableReportError);
});

test("the set-up is answered with the header that it brings", async () => {
  const setUp = { headers: { "validation-token": "v-1" } };
  const answer = { challenge: { type: "text/plain", text: "", headers: { "validation-token": "v-1" } } };
  expect(await read(setUp)).toEqual(answer);
  expect(await read(setUp, { webhookSigningKey: "s3cret" })).toEqual(answer);
});

test("with the webhook's verification token, only what carries it is taken", async () => {
  const body = JSON.stringify(event("Sent"));
  const key = { webhookSigningKey: "s3cret" };
  expect(await read({ body, headers: { "verification-token": "s3cret" } }, key)).toMatchObject({
    reports: [{ status: "sent" }],
  });
  await expect(read({ body, headers: { "verification-token": "s3creT" } }, key)).rejects.toThrow(ForgedReportError);
  await expect(read({ body }, key)).rejects.toThrow(ForgedReportError);
});
