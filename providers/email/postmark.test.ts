import { expect, test } from "vitest";
import { testProvider } from "#test/support/provider-contract.ts";
import { readReports } from "#test/support/report-calls.ts";
import { ANSWERED_AT, type Exchange } from "#test/support/vendor-exchanges.ts";
import { UnreadableReportError } from "../reports/delivery-reports.ts";
import { postmark } from "./postmark.ts";

const url = "https://api.postmarkapp.com/email";
const headers = { "x-postmark-server-token": "pm-s3cret", accept: "application/json" };
const credentials = { apiKey: "pm-s3cret", from: "team@example.com", senderName: "Team" };

const taken = {
  To: "ada@example.com",
  SubmittedAt: "2026-05-05T05:59:58.4178645-04:00",
  MessageID: "v-1",
  ErrorCode: 0,
  Message: "OK",
};
const takes = (json: object, answer: object = taken): Exchange[] => [
  { request: { url, headers, json }, answer: { json: answer } },
];
const plain = {
  From: "Team <team@example.com>",
  To: "ada@example.com",
  Subject: "Hi",
  HtmlBody: "<p>Hi</p>",
  Metadata: { messageId: "m-1" },
};
const result = { id: "v-1", date: "2026-05-05T09:59:58.417Z" };
const refusal = (ErrorCode: number, Message: string, status = 422) => ({ status, json: { ErrorCode, Message } });

testProvider(postmark, {
  credentials,
  message: { id: "m-1", to: ["ada@example.com"], subject: "Hi", html: "<p>Hi</p>" },
  refusalOf: (code) => ({ status: 422, json: { ErrorCode: Number(code), Message: "Postmark's words" } }),
  sends: {
    "a mail of one recipient": { exchanges: takes(plain), result },
    "a mail with everything that it can have": {
      message: {
        from: "other@example.com",
        senderName: "Other",
        text: "Hi",
        replyTo: "reply@example.com",
        to: ["ada@example.com", "bob@example.com"],
        cc: ["cara@example.com"],
        bcc: ["dan@example.com", "eve@example.com"],
        headers: { "X-One": "1" },
        attachments: [
          { file: Buffer.from("text"), mime: "text/plain", name: "a.txt" },
          { file: Buffer.from("png"), mime: "image/png", name: "b.png", cid: "b", disposition: "inline" },
        ],
      },
      exchanges: takes({
        ...plain,
        From: "Other <other@example.com>",
        To: "ada@example.com,bob@example.com",
        Cc: "cara@example.com",
        Bcc: "dan@example.com,eve@example.com",
        ReplyTo: "reply@example.com",
        TextBody: "Hi",
        Headers: [{ Name: "X-One", Value: "1" }],
        Attachments: [
          { Name: "a.txt", Content: Buffer.from("text").toString("base64"), ContentType: "text/plain" },
          {
            Name: "b.png",
            Content: Buffer.from("png").toString("base64"),
            ContentType: "image/png",
            ContentID: "cid:b",
          },
        ],
      }),
      result,
    },
    "headers that Postmark refuses are left out, and named": {
      message: { headers: { "X-One": "1", sender: "a@example.com", "Reply-To": "nobody", Date: "today" } },
      exchanges: takes({ ...plain, Headers: [{ Name: "X-One", Value: "1" }] }),
      result: {
        ...result,
        warning:
          "Postmark keeps these names for itself, so they were left out: headers.sender, headers.Reply-To, headers.Date",
      },
    },
    "a mail that is not sent to addresses which bounced before": {
      exchanges: takes(plain, {
        ...taken,
        Message: "Message OK, but will not deliver to these inactive addresses: bob@example.com.",
      }),
      result: {
        ...result,
        warning: "Message OK, but will not deliver to these inactive addresses: bob@example.com.",
      },
    },
    "a mail whose delivery may be delayed, without a code and a date": {
      exchanges: takes(plain, { MessageID: "v-1", Message: "Message accepted, but delivery may be delayed." }),
      result: { id: "v-1", date: ANSWERED_AT },
    },
  },
  refusals: {
    "the token is none": { answer: refusal(10, "Bad or missing API token", 401), class: "CREDENTIAL" },
    "an address is none": {
      answer: refusal(300, "Error parsing 'To': Illegal email address 'ada'."),
      class: "PERMANENT",
    },
    "the sender is not set up": {
      answer: refusal(400, "The 'From' address is no Sender Signature"),
      class: "CREDENTIAL",
    },
    "the sender is not confirmed": {
      answer: refusal(401, "The Sender Signature is not confirmed"),
      class: "CREDENTIAL",
    },
    "no credits are left": { answer: refusal(405, "Not allowed to send: you ran out of credits"), class: "FUNDS" },
    "the recipient is inactive": {
      answer: refusal(406, "You tried to send to a recipient that has been marked as inactive."),
      class: "PERMANENT",
    },
    "the account is not approved yet": { answer: refusal(412, "Your account is pending approval."), class: "FUNDS" },
    "the account may not send": { answer: refusal(413, "Your account may not send."), class: "FUNDS" },
    "it is being maintained": { answer: refusal(100, "Maintenance", 422), class: "RETRY" },
    "the recipient is inactive, with a status that says otherwise": {
      answer: refusal(406, "Inactive recipient", 200),
      class: "PERMANENT",
    },
  },
  check: [
    {
      request: { method: "GET", url: "https://api.postmarkapp.com/server", headers },
      answer: { json: { ID: 1, Name: "Production" } },
    },
  ],
});

const event = { MessageID: "v-1", Recipient: "ada@example.com" };
const date = "2023-11-14T17:13:20-05:00";

test.each([
  [{ RecordType: "Delivery", DeliveredAt: date, Details: "250 ok" }, "delivered", "250 ok"],
  [{ RecordType: "Open", ReceivedAt: date }, "opened", undefined],
  [{ RecordType: "Click", ReceivedAt: date }, "clicked", undefined],
  [{ RecordType: "Click", ClickedAt: date }, "clicked", undefined],
  [
    { RecordType: "SpamComplaint", BouncedAt: date, Type: "SpamComplaint", Details: "", Description: "The reason" },
    "spam",
    "The reason",
  ],
  [{ RecordType: "SubscriptionChange", ChangedAt: date, SuppressSending: true }, "unsubscribed", undefined],
])("the event %j is the status %s", async (kind, status, response) => {
  const raw = { ...event, ...kind };
  expect(await readReports(postmark, credentials, { body: JSON.stringify(raw) })).toEqual([
    {
      identifier: "v-1",
      eventId: `ada@example.com ${date}`,
      status,
      response,
      raw,
      at: new Date("2023-11-14T22:13:20.000Z"),
    },
  ]);
});

test.each([
  ["HardBounce", "bounced"],
  ["SoftBounce", "bounced"],
  ["VirusNotification", "bounced"],
  ["Transient", "deferred"],
  ["DnsError", "deferred"],
  ["OpenRelayTest", "deferred"],
  ["Blocked", "blocked"],
  ["DMARCPolicy", "blocked"],
  ["BadEmailAddress", "rejected"],
  ["ManuallyDeactivated", "rejected"],
  ["Unconfirmed", "rejected"],
  ["SpamNotification", "spam"],
  ["SpamComplaint", "spam"],
  ["Unsubscribe", "unsubscribed"],
  ["SMTPApiError", "dropped"],
  ["TemplateRenderingFailed", "dropped"],
])("a bounce of the type %s is the status %s", async (Type, status) => {
  const raw = { RecordType: "Bounce", MessageID: "v-1", Email: "ada@example.com", Type, BouncedAt: date };
  expect(await readReports(postmark, credentials, { body: JSON.stringify(raw) })).toMatchObject([
    { identifier: "v-1", status, eventId: `ada@example.com ${date}` },
  ]);
});

test.each([
  { ...event, RecordType: "Bounce", Type: "AutoResponder", BouncedAt: date },
  { ...event, RecordType: "Bounce", Type: "Subscribe", BouncedAt: date },
  { ...event, RecordType: "SubscriptionChange", SuppressSending: false, ChangedAt: date },
  { RecordType: "Inbound", MessageID: "v-2" },
  { RecordType: "Delivery" },
])("the event %j says nothing about a delivery", async (raw) => {
  expect(await readReports(postmark, credentials, { body: JSON.stringify(raw) })).toEqual([]);
});

test.each(["", "null", "[]", "{}", "RecordType=Open"])("the body %j cannot be read", async (body) => {
  await expect(readReports(postmark, credentials, { body })).rejects.toThrow(UnreadableReportError);
});
