import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { aReportCall, REPORT_TOKEN, type ReportContent, withToken } from "#test/support/report-calls.ts";
import { createHttp } from "../http/http.ts";
import { ForgedReportError, UnreadableReportError } from "../reports/delivery-reports.ts";
import { whatsappBusiness } from "./whatsapp-business.ts";

const http = createHttp();
const credentials = { apiToken: "t", phoneNumberIdentification: "1" };

async function read(call: ReportContent, more: Record<string, string> = {}) {
  return whatsappBusiness.readReports?.(
    withToken(aReportCall(call)),
    { ...credentials, ...more },
    { http, token: REPORT_TOKEN },
  );
}
const notice = (...statuses: object[]) =>
  JSON.stringify({
    object: "whatsapp_business_account",
    entry: [{ id: "0", changes: [{ field: "messages", value: { metadata: {}, statuses } }] }],
  });
const event = (status: string, more: object = {}) => ({
  id: "wamid.1",
  status,
  timestamp: "1777975198",
  recipient_id: "4915112345678",
  ...more,
});

test.each([
  ["sent", "sent"],
  ["delivered", "delivered"],
  ["read", "opened"],
  ["failed", "failed"],
])("%s is %s", async (given, status) => {
  expect(await read({ body: notice(event(given)) })).toEqual({
    reports: [
      { identifier: "wamid.1", status, at: new Date("2026-05-05T09:59:58Z"), response: undefined, raw: event(given) },
    ],
  });
});

test("a failure has the vendor's code and words", async () => {
  const failed = event("failed", {
    errors: [{ code: 131026, title: "Message undeliverable", error_data: { details: "Not on WhatsApp" } }],
  });
  expect(await read({ body: notice(failed) })).toMatchObject({
    reports: [
      {
        response:
          "The recipient cannot be reached by WhatsApp: the number is not on WhatsApp, has not accepted its terms, or uses an old version (131026): Not on WhatsApp",
      },
    ],
  });
});

test("a call may bring several statuses, and leaves out what says nothing about a delivery", async () => {
  const written = { field: "messages", value: { messages: [{ id: "wamid.in", text: { body: "Hi" } }] } };
  const body = JSON.stringify({
    object: "whatsapp_business_account",
    entry: [
      { changes: [{ value: { statuses: [event("sent"), event("warning"), null] } }, written] },
      { changes: [{ value: { statuses: [event("read", { timestamp: "never" })] } }] },
    ],
  });
  expect(await read({ body })).toMatchObject({ reports: [{ status: "sent" }, { status: "opened", at: null }] });
});

test.each(["", "<html>", "null", "[]", "{}", '{"entry":{}}'])("a body %j is unreadable", async (body) => {
  await expect(read({ body })).rejects.toThrow(UnreadableReportError);
});

test("with the app's secret, only what Meta has signed is taken", async () => {
  const secrets = { webhookSigningKey: "app-s3cret" };
  const body = notice(event("delivered"));
  const signature = `sha256=${createHmac("sha256", "app-s3cret").update(body).digest("hex")}`;
  const headers = { "x-hub-signature-256": signature };
  expect(await read({ body, headers }, secrets)).toMatchObject({ reports: [{ status: "delivered" }] });
  await expect(read({ body: body.replace("wamid.1", "wamid.2"), headers }, secrets)).rejects.toThrow(ForgedReportError);
  await expect(read({ body }, secrets)).rejects.toThrow(ForgedReportError);
});

test("the set-up is answered with its challenge, where it names the verify token", async () => {
  const query = { "hub.mode": "subscribe", "hub.challenge": "1158201444", "hub.verify_token": "v-1" };
  const answer = { challenge: { type: "text/plain", text: "1158201444" } };
  expect(await read({ query })).toEqual(answer);
  expect(await read({ query }, { webhookVerifyToken: "v-1" })).toEqual(answer);
  await expect(read({ query }, { webhookVerifyToken: "v-2" })).rejects.toThrow(ForgedReportError);
  await expect(read({ query: {} })).rejects.toThrow(UnreadableReportError);
});
