import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { testProvider } from "#test/support/provider-contract.ts";
import { REPORT_URL, readReports } from "#test/support/report-calls.ts";
import { ANSWERED_AT, type Exchange } from "#test/support/vendor-exchanges.ts";
import { ForgedReportError, UnreadableReportError } from "../reports/delivery-reports.ts";
import { mandrill } from "./mandrill.ts";

const url = "https://mandrillapp.com/api/1.0/messages/send";
const credentials = { apiKey: "md-s3cret", from: "team@example.com", senderName: "Team" };

const accepted = (email: string, _id = "v-1") => ({ email, status: "sent", reject_reason: null, _id });
const takes = (json: object, answer: unknown[] = [accepted("ada@example.com")], address = url): Exchange[] => [
  { request: { url: address, json: { key: "md-s3cret", ...json } }, answer: { json: answer } },
];
const plain = {
  from_email: "team@example.com",
  from_name: "Team",
  subject: "Hi",
  html: "<p>Hi</p>",
  to: [{ email: "ada@example.com", type: "to" }],
  metadata: { messageId: "m-1" },
};
const refusal = (name: string, status = 500) => ({
  status,
  json: { status: "error", code: -1, name, message: `The reason is ${name}` },
});

testProvider(mandrill, {
  credentials,
  message: { id: "m-1", to: ["ada@example.com"], subject: "Hi", html: "<p>Hi</p>" },
  refusalOf: (code) =>
    /^[a-z]/.test(code)
      ? { json: [{ email: "ann@example.net", status: "rejected", reject_reason: code, _id: "r-1" }] }
      : { status: 500, json: { status: "error", code: -1, name: code, message: "Mandrill's words" } },
  sends: {
    "a mail of one recipient": { exchanges: takes({ message: plain }), result: { id: "v-1", date: ANSWERED_AT } },
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
          { file: Buffer.from("text"), mime: "text/plain", name: "a.txt" },
          { file: Buffer.from("png"), mime: "image/png", name: "b.png", cid: "b", disposition: "inline" },
        ],
      },
      exchanges: takes(
        {
          message: {
            ...plain,
            from_email: "other@example.com",
            from_name: "Other",
            text: "Hi",
            to: [
              { email: "ada@example.com", type: "to" },
              { email: "bob@example.com", type: "to" },
              { email: "cara@example.com", type: "cc" },
              { email: "dan@example.com", type: "bcc" },
            ],
            headers: { "X-One": "1", "Reply-To": "reply@example.com" },
            attachments: [{ type: "text/plain", name: "a.txt", content: Buffer.from("text").toString("base64") }],
            images: [{ type: "image/png", name: "b", content: Buffer.from("png").toString("base64") }],
          },
        },
        [accepted("bob@example.com", "v-2"), accepted("Ada@example.com", "v-1")],
      ),
      result: { id: "v-1", date: ANSWERED_AT },
    },
    "a mail of a template, which what is passed through names": {
      message: { passthrough: { body: { template_name: "welcome" } } },
      exchanges: takes(
        { template_content: [], message: plain },
        [{ email: "ada@example.com", status: "queued", _id: "v-1" }],
        "https://mandrillapp.com/api/1.0/messages/send-template",
      ),
      result: { id: "v-1", date: ANSWERED_AT },
    },
    "a mail that one of two recipients gets": {
      message: { to: ["ada@example.com", "bob@example.com"] },
      exchanges: takes({ message: { ...plain, to: [...plain.to, { email: "bob@example.com", type: "to" }] } }, [
        { email: "ada@example.com", status: "rejected", reject_reason: "hard-bounce", _id: "v-1" },
        accepted("bob@example.com", "v-2"),
      ]),
      result: {
        id: "v-2",
        date: ANSWERED_AT,
        warning:
          "Mandrill refused ada@example.com: An earlier mail to the recipient bounced for good: remove the address from the deny list of Mandrill once it works (hard-bounce)",
      },
    },
  },
  refusals: {
    "the recipient is rejected": {
      answer: { json: [{ email: "ada@example.com", status: "rejected", reject_reason: "unsigned", _id: "v-1" }] },
      class: "PERMANENT",
    },
    "the recipient is invalid": {
      answer: { json: [{ email: "ada", status: "invalid", reject_reason: null }] },
      class: "PERMANENT",
    },
    "the key is none": { answer: refusal("Invalid_Key"), class: "CREDENTIAL" },
    "a field is wrong": { answer: refusal("ValidationError"), class: "PERMANENT" },
    "there is no such template": { answer: refusal("Unknown_Template"), class: "PERMANENT" },
    "there is no such subaccount": { answer: refusal("Unknown_Subaccount"), class: "PERMANENT" },
    "there is no such pool": { answer: refusal("Unknown_Pool"), class: "PERMANENT" },
    "a payment is due": { answer: refusal("PaymentRequired"), class: "FUNDS" },
    "the reputation is too low": { answer: refusal("PoorReputation"), class: "FUNDS" },
    "the service is down": { answer: refusal("ServiceUnavailable", 400), class: "RETRY" },
    "something went wrong": { answer: refusal("GeneralError", 400), class: "RETRY" },
  },
  check: [
    {
      request: { url: "https://mandrillapp.com/api/1.0/users/ping", json: { key: "md-s3cret" } },
      answer: { json: "PONG!" },
    },
  ],
});

const bodyOf = (events: unknown) => new URLSearchParams({ mandrill_events: JSON.stringify(events) }).toString();
const event = { _id: "v-1", ts: 1_700_000_000, msg: { _id: "v-1", email: "ada@example.com" } };
const report = { identifier: "v-1", at: new Date("2023-11-14T22:13:20.000Z") };

test.each([
  ["send", "sent"],
  ["deferral", "deferred"],
  ["hard_bounce", "bounced"],
  ["soft_bounce", "bounced"],
  ["delivered", "delivered"],
  ["open", "opened"],
  ["click", "clicked"],
  ["spam", "spam"],
  ["unsub", "unsubscribed"],
  ["reject", "rejected"],
])("the event %s is the status %s", async (name, status) => {
  const raw = { ...event, event: name };
  expect(await readReports(mandrill, credentials, { body: bodyOf([raw]) })).toEqual([
    expect.objectContaining({ ...report, status, raw, eventId: "ada@example.com 1700000000" }),
  ]);
});

test("a report has the answer of the receiving server, and how often it was tried", async () => {
  const deferral = {
    ...event,
    event: "deferral",
    msg: { smtp_events: [{ diag: "451 later" }, { diag: "452 still later" }] },
  };
  const bounce = { ...event, event: "hard_bounce", msg: { diag: "550 no", bounce_description: "bad_mailbox" } };
  expect(await readReports(mandrill, credentials, { body: bodyOf([deferral, bounce]) })).toMatchObject([
    { response: "452 still later", attempts: 2 },
    { response: "550 no" },
  ]);
});

test("events that are not about a delivery are left out, also the empty list that tries the address", async () => {
  const others = [{ type: "blacklist", action: "add" }, { ...event, event: "inbound" }, null];
  expect(await readReports(mandrill, credentials, { body: bodyOf(others) })).toEqual([]);
  expect(await readReports(mandrill, credentials, { body: bodyOf([]) })).toEqual([]);
});

test.each(["", "[]", "mandrill_events=", "mandrill_events={}", "mandrill_events=%5B"])(
  "the body %j cannot be read",
  async (body) => {
    await expect(readReports(mandrill, credentials, { body })).rejects.toThrow(UnreadableReportError);
  },
);

test("with the webhook's key, only calls that it has signed are taken", async () => {
  const body = bodyOf([{ ...event, event: "open" }]);
  const signed = `${REPORT_URL}mandrill_events${JSON.stringify([{ ...event, event: "open" }])}`;
  const headers = { "x-mandrill-signature": createHmac("sha1", "k3y").update(signed).digest("base64") };
  const withKey = { ...credentials, webhookSigningKey: "k3y" };
  expect(await readReports(mandrill, withKey, { body, headers })).toMatchObject([{ status: "opened" }]);
  for (const forged of [
    { body: body.replace("open", "send"), headers },
    { body, headers, url: `${REPORT_URL}?x` },
    { body, headers: {} },
  ]) {
    await expect(readReports(mandrill, withKey, forged)).rejects.toThrow(ForgedReportError);
  }
});
