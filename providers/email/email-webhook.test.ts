import { createHmac } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { testProvider } from "#test/support/provider-contract.ts";
import { readReports } from "#test/support/report-calls.ts";
import { ANSWERED_AT, type Exchange, startFakeVendors } from "#test/support/vendor-exchanges.ts";
import { createHttp } from "../http/http.ts";
import type { EmailMessage } from "../messages.ts";
import { ForgedReportError, UnreadableReportError } from "../reports/delivery-reports.ts";
import type { SendOptions } from "../send-context.ts";
import { emailWebhook } from "./email-webhook.ts";

const webhookUrl = "https://mailer.example/hook/s3cret";
const credentials = { webhookUrl, secretKey: "k3y", from: "team@example.com", senderName: "Team" };
const mail: EmailMessage = { id: "m-1", to: ["ada@example.com"], subject: "Hi", html: "<p>Hi</p>" };
const HMAC = expect.stringMatching(/^[\da-f]{64}$/);
const headers = { "content-type": "application/json", "x-belfry-signature": HMAC, "x-novu-signature": HMAC };
const takes = (json: object): Exchange[] => [
  { request: { url: webhookUrl, headers, json }, answer: { status: 202, json: { id: "ignored" } } },
];
const result = { id: "m-1", date: ANSWERED_AT };

testProvider(emailWebhook, {
  credentials,
  message: mail,
  sends: {
    "a mail with the integration's sender": {
      exchanges: takes({ ...mail, from: "team@example.com", senderName: "Team" }),
      result,
    },
    "a mail with everything that it can have": {
      message: {
        from: "other@example.com",
        senderName: "Other",
        text: "Hi",
        replyTo: "reply@example.com",
        cc: ["cara@example.com"],
        bcc: ["dan@example.com"],
        headers: { "X-One": "1" },
        customData: { a: 1 },
        attachments: [{ file: Buffer.from("text"), mime: "text/plain", name: "a.txt" }],
        notificationDetails: { transactionId: "t-1", workflowIdentifier: "welcome", subscriberId: "ada" },
        payloadDetails: { subject: "{{name}}", content: "Hi", contentType: "customHtml", payload: { name: "Ada" } },
      },
      exchanges: takes({
        ...mail,
        from: "other@example.com",
        senderName: "Other",
        text: "Hi",
        replyTo: "reply@example.com",
        cc: ["cara@example.com"],
        bcc: ["dan@example.com"],
        headers: { "X-One": "1" },
        customData: { a: 1 },
        attachments: [{ file: Buffer.from("text").toString("base64"), mime: "text/plain", name: "a.txt" }],
        notificationDetails: { transactionId: "t-1", workflowIdentifier: "welcome", subscriberId: "ada" },
        payloadDetails: { subject: "{{name}}", content: "Hi", contentType: "customHtml", payload: { name: "Ada" } },
      }),
      result,
    },
  },
  refusals: {
    "the receiver is gone": { answer: { status: 410 }, class: "PERMANENT" },
    "a redirect is not followed": {
      answer: { status: 302, headers: { location: "https://x.example" } },
      class: "PERMANENT",
    },
  },
});

test.each(["", "thanks", "{}"])("an answer %j is as good as any other", async (text) => {
  const vendors = await startFakeVendors();
  const http = createHttp({ baseUrls: vendors.baseUrls, allowPrivateHosts: true });
  onTestFinished(async () => {
    await http.close();
    vendors.close();
  });
  vendors.answer = () => ({ text });
  const options: SendOptions = { outbox: { deliver: () => Promise.reject(new Error("not used")) } };
  const session = await emailWebhook.open(credentials, { http, allowPrivateHosts: true });
  const passthrough = { body: { subject: "Passed" }, headers: { "x-team": "a" } };
  expect(await session.send({ ...mail, passthrough }, options)).toEqual(result);
  // The signature covers what is passed through.
  const [request] = vendors.requests;
  const signature = createHmac("sha256", "k3y")
    .update(request?.body ?? "")
    .digest("hex");
  expect(request?.headers).toMatchObject({
    "x-team": "a",
    "x-belfry-signature": signature,
    "x-novu-signature": signature,
  });
  expect(JSON.parse(request?.body.toString() ?? "")).toMatchObject({ subject: "Passed" });
});

const signatureOf = (body: string) => createHmac("sha256", "k3y").update(body).digest("hex");
const read = (body: string, signature = signatureOf(body)) =>
  readReports(emailWebhook, credentials, { body, headers: { "x-belfry-signature": signature } });

test("the receiver reports one mail, or several", async () => {
  const one = { id: "m-1", event: "bounced", date: "2026-05-05T10:00:00Z", response: "550 no" };
  const two = { id: "m-2", event: "delivered" };
  const reports = [
    {
      identifier: "m-1",
      status: "bounced",
      at: new Date(one.date),
      response: "550 no",
      raw: one,
      eventId: one.date,
    },
    { identifier: "m-2", status: "delivered", at: null, raw: two },
  ];
  expect(await read(JSON.stringify(one))).toEqual(reports.slice(0, 1));
  expect(await read(JSON.stringify([one, two]))).toEqual(reports);
});

test("a report that is not signed under the integration's key is forged", async () => {
  const body = JSON.stringify({ id: "m-1", event: "delivered" });
  await expect(read(`${body} `, signatureOf(body))).rejects.toThrow(ForgedReportError);
  await expect(read(body, "")).rejects.toThrow(ForgedReportError);
  await expect(readReports(emailWebhook, credentials, { body })).rejects.toThrow(ForgedReportError);
});

test.each(["", "no json", "null", "{}", '{"id":"m-1","event":"something"}', "[1]"])(
  "the body %j is no report",
  async (body) => {
    await expect(read(body)).rejects.toThrow(UnreadableReportError);
  },
);
