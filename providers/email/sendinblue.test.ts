import { expect, test } from "vitest";
import { testProvider } from "#test/support/provider-contract.ts";
import { readReports } from "#test/support/report-calls.ts";
import { ANSWERED_AT, type Exchange, type VendorAnswer } from "#test/support/vendor-exchanges.ts";
import { UnreadableReportError } from "../reports/delivery-reports.ts";
import { sendinblue } from "./sendinblue.ts";

const url = "https://api.brevo.com/v3/smtp/email";
const headers = { "api-key": "xkeysib-s3cret" };
const credentials = { apiKey: "xkeysib-s3cret", from: "team@example.com", senderName: "Team" };

const taken: VendorAnswer = { status: 201, json: { messageId: "<1.2@smtp-relay.example>" } };
const takes = (json: object, answer = taken): Exchange[] => [{ request: { url, headers, json }, answer }];
const plain = {
  sender: { email: "team@example.com", name: "Team" },
  to: [{ email: "ada@example.com" }],
  subject: "Hi",
  htmlContent: "<p>Hi</p>",
  headers: { "X-Mailin-custom": "m-1", idempotencyKey: "m-1" },
};
const result = { id: "<1.2@smtp-relay.example>", date: ANSWERED_AT };
const refusal = (status: number, code: string): VendorAnswer => ({
  status,
  json: { code, message: `The reason is ${code}` },
});

testProvider(sendinblue, {
  credentials,
  message: { id: "m-1", to: ["ada@example.com"], subject: "Hi", html: "<p>Hi</p>" },
  refusalOf: (code) => ({ status: 400, json: { code, message: "Brevo's words" } }),
  sends: {
    "a mail of one recipient": { exchanges: takes(plain), result },
    "headers by which Brevo knows the mail are left out, and named": {
      message: { headers: { "x-mailin-custom": "own", "X-One": "1", "Reply-To": "kept@example.com" } },
      exchanges: takes({ ...plain, headers: { "X-One": "1", "Reply-To": "kept@example.com", ...plain.headers } }),
      result: {
        ...result,
        warning: "Sendinblue keeps these names for itself, so they were left out: headers.x-mailin-custom",
      },
    },
    "where replies go stands once in a mail": {
      message: { replyTo: "reply@example.com", headers: { "reply-to": "other@example.com" } },
      exchanges: takes({ ...plain, replyTo: { email: "reply@example.com" } }),
      result: {
        ...result,
        warning: "Sendinblue keeps these names for itself, so they were left out: headers.reply-to",
      },
    },
    "a mail with everything that it can have": {
      message: {
        from: "other@example.com",
        senderName: "Other",
        text: "Hi",
        replyTo: "reply@example.com",
        to: ["ada@example.com", "bob@example.com"],
        cc: ["cara@example.com"],
        bcc: ["dan@example.com"],
        headers: { "X-One": "1" },
        attachments: [
          { file: Buffer.from("one"), mime: "text/csv", name: "a.csv" },
          { file: Buffer.from("two"), mime: "text/plain" },
          { file: Buffer.from("three"), mime: "application/pdf" },
        ],
      },
      exchanges: takes({
        ...plain,
        sender: { email: "other@example.com", name: "Other" },
        to: [{ email: "ada@example.com" }, { email: "bob@example.com" }],
        cc: [{ email: "cara@example.com" }],
        bcc: [{ email: "dan@example.com" }],
        replyTo: { email: "reply@example.com" },
        textContent: "Hi",
        attachment: [
          { name: "a.csv", content: Buffer.from("one").toString("base64") },
          { name: "attachment.txt", content: Buffer.from("two").toString("base64") },
          { name: "attachment.pdf", content: Buffer.from("three").toString("base64") },
        ],
        headers: { "X-One": "1", ...plain.headers },
      }),
      result,
    },
    "a mail of a template": {
      message: { html: "", customData: { templateId: "7", templateParams: { name: "Ada" } } },
      exchanges: takes({
        sender: plain.sender,
        to: plain.to,
        subject: "Hi",
        headers: plain.headers,
        templateId: 7,
        params: { name: "Ada" },
      }),
      result,
    },
    "a mail of several versions": {
      exchanges: takes(plain, { status: 201, json: { messageIds: ["<1.2@smtp-relay.example>", "<1.3@x>"] } }),
      result,
    },
    "a mail that an earlier attempt has sent": {
      exchanges: takes(plain, refusal(400, "duplicate_parameter")),
      result: { id: "m-1", date: expect.stringMatching(/^\d{4}-.*Z$/) },
    },
  },
  statuses: { 402: "FUNDS" },
  refusals: {
    "a field is wrong": { answer: refusal(400, "invalid_parameter"), class: "PERMANENT" },
    "a field is missing": { answer: refusal(400, "missing_parameter"), class: "PERMANENT" },
    "there is no such template": { answer: refusal(404, "document_not_found"), class: "PERMANENT" },
    "the key is none": { answer: refusal(401, "unauthorized"), class: "CREDENTIAL" },
    "the key may not send": { answer: refusal(400, "permission_denied"), class: "CREDENTIAL" },
    "the account is not validated yet": { answer: refusal(400, "account_under_validation"), class: "CREDENTIAL" },
    "no credits are left": { answer: refusal(400, "not_enough_credits"), class: "FUNDS" },
    "there were too many calls": {
      answer: { ...refusal(429, "too_many_requests"), headers: { "x-sib-ratelimit-reset": "12" } },
      class: "RETRY",
      retryAfterSeconds: 12,
    },
  },
  check: [
    {
      request: { method: "GET", url: "https://api.brevo.com/v3/account", headers },
      answer: { json: { email: "owner@example.com" } },
    },
  ],
});

const event = {
  id: 1,
  email: "ada@example.com",
  "message-id": "<1.2@smtp-relay.example>",
  "X-Mailin-custom": "m-1",
  date: "2023-11-14 23:13:20",
  ts: 1_700_003_600,
  ts_epoch: 1_700_000_000_250,
};

test.each([
  ["request", "sent"],
  ["delivered", "delivered"],
  ["deferred", "deferred"],
  ["soft_bounce", "bounced"],
  ["hard_bounce", "bounced"],
  ["blocked", "blocked"],
  ["invalid_email", "dropped"],
  ["error", "dropped"],
  ["spam", "complaint"],
  ["complaint", "complaint"],
  ["opened", "opened"],
  ["unique_opened", "opened"],
  ["proxy_open", "opened"],
  ["unique_proxy_open", "opened"],
  ["click", "clicked"],
  ["unsubscribed", "unsubscribed"],
  ["unsubscribe", "unsubscribed"],
])("the event %s is the status %s", async (name, status) => {
  const raw = { ...event, event: name, reason: "550 no" };
  expect(await readReports(sendinblue, credentials, { body: JSON.stringify(raw) })).toEqual([
    {
      identifier: "<1.2@smtp-relay.example>",
      status,
      isPermanent: status === "bounced" ? expect.any(Boolean) : undefined,
      response: "550 no",
      raw,
      at: new Date("2023-11-14T22:13:20.250Z"),
      eventId: "ada@example.com 1700000000250",
    },
  ]);
});

test("a call may bring a list of events; those that are not about a delivery are left out", async () => {
  const events = [{ ...event, event: "delivered" }, { ...event, event: "list_addition" }, { event: "opened" }];
  expect(await readReports(sendinblue, credentials, { body: JSON.stringify(events) })).toMatchObject([
    { status: "delivered", response: undefined },
  ]);
});

test.each(["", "null", "[null]", '"opened"', "event=opened"])("the body %j cannot be read", async (body) => {
  await expect(readReports(sendinblue, credentials, { body })).rejects.toThrow(UnreadableReportError);
});
