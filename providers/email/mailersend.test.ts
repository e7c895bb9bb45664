import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { testProvider } from "#test/support/provider-contract.ts";
import { readReports } from "#test/support/report-calls.ts";
import { ANSWERED_AT, type Exchange, type VendorAnswer } from "#test/support/vendor-exchanges.ts";
import { ForgedReportError, UnreadableReportError } from "../reports/delivery-reports.ts";
import { mailersend } from "./mailersend.ts";

const url = "https://api.mailersend.com/v1/email";
const headers = { authorization: "Bearer mlsn.s3cret" };
const credentials = { apiKey: "mlsn.s3cret", from: "team@example.com", senderName: "Team" };

const taken: VendorAnswer = { status: 202, headers: { "x-message-id": "v-1" } };
const takes = (json: object, answer: VendorAnswer = taken): Exchange[] => [{ request: { url, headers, json }, answer }];
const plain = {
  from: { email: "team@example.com", name: "Team" },
  to: [{ email: "ada@example.com" }],
  subject: "Hi",
  html: "<p>Hi</p>",
};
const result = { id: "v-1", date: ANSWERED_AT };
const suppressed = (type: string) => ({
  message: "There are some warnings for your request.",
  warnings: [
    {
      type,
      warning: "Some of the recipients have been suppressed.",
      recipients: [{ email: "bob@example.com", name: null, reason: ["hard_bounced", "unsubscribed"] }],
    },
  ],
});

testProvider(mailersend, {
  credentials,
  message: { id: "m-1", to: ["ada@example.com"], subject: "Hi", html: "<p>Hi</p>" },
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
        bcc: ["dan@example.com"],
        headers: { "X-One": "1" },
        attachments: [
          { file: Buffer.from("text"), mime: "text/plain", name: "a.txt" },
          { file: Buffer.from("png"), mime: "image/png", name: "b.png", cid: "b" },
        ],
        customData: { templateId: "t-1", personalization: [{ email: "ada@example.com", data: { name: "Ada" } }] },
      },
      exchanges: takes({
        ...plain,
        from: { email: "other@example.com", name: "Other" },
        to: [{ email: "ada@example.com" }, { email: "bob@example.com" }],
        cc: [{ email: "cara@example.com" }],
        bcc: [{ email: "dan@example.com" }],
        reply_to: { email: "reply@example.com" },
        text: "Hi",
        headers: [{ name: "X-One", value: "1" }],
        attachments: [
          { content: Buffer.from("text").toString("base64"), filename: "a.txt", disposition: "attachment" },
          { content: Buffer.from("png").toString("base64"), filename: "b.png", disposition: "inline", id: "b" },
        ],
        template_id: "t-1",
        personalization: [{ email: "ada@example.com", data: { name: "Ada" } }],
      }),
      result,
    },
    "a mail that one of two recipients gets": {
      exchanges: takes(plain, { ...taken, json: suppressed("SOME_SUPPRESSED") }),
      result: { ...result, warning: "MailerSend did not send to bob@example.com (hard_bounced, unsubscribed)" },
    },
  },
  refusalOf: (code) =>
    code === "ALL_SUPPRESSED"
      ? { status: 202, json: suppressed(code) }
      : { status: 422, json: { message: `Not so. #${code}`, errors: { "from.email": [`Not so. #${code}`] } } },
  refusals: {
    "the domain of the sender is not verified": {
      answer: {
        status: 422,
        json: {
          message: "The given data was invalid.",
          errors: { "from.email": ["The from.email domain must be verified in your account. #MS42207"] },
        },
      },
      class: "CREDENTIAL",
    },
    "nobody is sent the mail": {
      answer: { status: 202, json: suppressed("ALL_SUPPRESSED") },
      class: "PERMANENT",
    },
    "a field is wrong": {
      answer: {
        status: 422,
        json: { message: "The given data was invalid.", errors: { "from.email": ["must be verified"] } },
      },
      class: "PERMANENT",
    },
    "the token is none": { answer: { status: 401, json: { message: "Unauthenticated." } }, class: "CREDENTIAL" },
    "there were too many calls": {
      answer: { status: 429, headers: { "retry-after": "59" }, json: { message: "Too Many Attempts." } },
      class: "RETRY",
      retryAfterSeconds: 59,
    },
    "the day's quota is used up": {
      answer: {
        status: 429,
        headers: { "x-apiquota-reset": "2100-01-01T00:00:00Z" },
        json: { message: "Your account reached its API daily quota limit. Upgrade to increase it. #MS42901" },
      },
      class: "RETRY",
      rate: "integration",
      retryAfterSeconds: 86_400,
    },
    "the day's quota is used up, until an unknown moment": {
      answer: { status: 429, json: { message: "Your account reached its API daily quota limit. #MS42901" } },
      class: "RETRY",
      retryAfterSeconds: 3_600,
    },
  },
  check: [
    {
      request: { method: "GET", url: "https://api.mailersend.com/v1/api-quota", headers },
      answer: { json: { quota: 1000, remaining: 999 } },
    },
  ],
});

const eventOf = (type: string, morph: object | null = null) => ({
  type,
  domain_id: "d-1",
  created_at: "2023-11-14T22:20:00.000000Z",
  webhook_id: "w-1",
  data: {
    object: "activity",
    id: "a-1",
    type: type.slice("activity.".length),
    morph,
    created_at: "2023-11-14T22:13:20.000000Z",
    email: { object: "email", id: "e-1", message: { object: "message", id: "v-1" } },
  },
});

test.each([
  ["activity.sent", "sent"],
  ["activity.delivered", "delivered"],
  ["activity.deferred", "deferred"],
  ["activity.soft_bounced", "bounced"],
  ["activity.hard_bounced", "bounced"],
  ["activity.opened", "opened"],
  ["activity.opened_unique", "opened"],
  ["activity.clicked", "clicked"],
  ["activity.clicked_unique", "clicked"],
  ["activity.unsubscribed", "unsubscribed"],
  ["activity.spam_complaint", "spam"],
])("the event %s is the status %s", async (type, status) => {
  const raw = eventOf(type, { object: "recipient_bounce", reason: "no_user", readable_reason: "550 no" });
  expect(await readReports(mailersend, credentials, { body: JSON.stringify(raw) })).toEqual([
    {
      identifier: "v-1",
      eventId: "a-1",
      status,
      isPermanent: status === "bounced" ? expect.any(Boolean) : undefined,
      response: "550 no",
      raw,
      at: new Date("2023-11-14T22:13:20Z"),
    },
  ]);
});

test("a report without words of the receiving server has the reason, or nothing", async () => {
  const reason = { object: "unsubscribe", reason: "no_longer", readable_reason: null };
  const read = (morph: object | null) =>
    readReports(mailersend, credentials, { body: JSON.stringify(eventOf("activity.unsubscribed", morph)) });
  expect(await read(reason)).toMatchObject([{ response: "no_longer" }]);
  expect(await read(null)).toMatchObject([{ response: undefined }]);
});

test.each([eventOf("activity.survey_opened"), { type: "webhook.test", data: [] }, { type: "activity.sent", data: {} }])(
  "the event %j says nothing about a delivery",
  async (raw) => {
    expect(await readReports(mailersend, credentials, { body: JSON.stringify(raw) })).toEqual([]);
  },
);

test.each(["", "null", "[]", "{}", "type=activity.sent"])("the body %j cannot be read", async (body) => {
  await expect(readReports(mailersend, credentials, { body })).rejects.toThrow(UnreadableReportError);
});

test("with the signing secret, only calls that MailerSend has signed are taken", async () => {
  const withKey = { ...credentials, webhookSigningKey: "k3y" };
  const body = JSON.stringify(eventOf("activity.opened"));
  const headers = { signature: createHmac("sha256", "k3y").update(body).digest("hex") };
  expect(await readReports(mailersend, withKey, { body, headers })).toMatchObject([{ status: "opened" }]);
  for (const forged of [
    { body: body.replace("opened", "clicked"), headers },
    { body, headers: {} },
  ]) {
    await expect(readReports(mailersend, withKey, forged)).rejects.toThrow(ForgedReportError);
  }
});
