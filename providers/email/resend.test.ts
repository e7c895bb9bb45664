import { createHmac } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { testProvider } from "#test/support/provider-contract.ts";
import { readReports } from "#test/support/report-calls.ts";
import { ANSWERED_AT, type Exchange, startFakeVendors } from "#test/support/vendor-exchanges.ts";
import { createHttp } from "../http/http.ts";
import { ForgedReportError, UnreadableReportError } from "../reports/delivery-reports.ts";
import { resend } from "./resend.ts";

const url = "https://api.resend.com/emails";
const headers = { authorization: "Bearer re_s3cret", "idempotency-key": "m-1", "user-agent": "Belfry" };
const credentials = { apiKey: "re_s3cret", from: "team@example.com", senderName: "Team" };

const takes = (json: object): Exchange[] => [{ request: { url, headers, json }, answer: { json: { id: "v-1" } } }];
const plain = {
  from: "Team <team@example.com>",
  to: ["ada@example.com"],
  subject: "Hi",
  html: "<p>Hi</p>",
  tags: [{ name: "messageId", value: "m-1" }],
};
const result = { id: "v-1", date: ANSWERED_AT };
const refusal = (statusCode: number, name: string) => ({
  status: statusCode,
  json: { statusCode, name, message: `The reason is ${name}` },
});

testProvider(resend, {
  credentials,
  message: { id: "m-1", to: ["ada@example.com"], subject: "Hi", html: "<p>Hi</p>" },
  recognisesRepetition: true,
  refusalOf: (code) => ({ status: 400, json: { statusCode: 400, name: code, message: "Resend's words" } }),
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
          { file: Buffer.from("png"), mime: "image/png", name: "b.png", cid: "b", disposition: "inline" },
        ],
      },
      exchanges: takes({
        ...plain,
        from: "Other <other@example.com>",
        to: ["ada@example.com", "bob@example.com"],
        cc: ["cara@example.com"],
        bcc: ["dan@example.com"],
        reply_to: "reply@example.com",
        text: "Hi",
        headers: { "X-One": "1" },
        attachments: [
          { filename: "a.txt", content: Buffer.from("text").toString("base64"), content_type: "text/plain" },
          {
            filename: "b.png",
            content: Buffer.from("png").toString("base64"),
            content_type: "image/png",
            content_id: "b",
          },
        ],
      }),
      result,
    },
  },
  refusals: {
    "a field is wrong": { answer: refusal(422, "validation_error"), class: "PERMANENT" },
    "a field is missing": { answer: refusal(422, "missing_required_field"), class: "PERMANENT" },
    "the key of the repetition belongs to another mail": {
      answer: refusal(409, "invalid_idempotent_request"),
      class: "PERMANENT",
    },
    "the first attempt is still under way": {
      answer: refusal(409, "concurrent_idempotent_requests"),
      class: "RETRY",
    },
    "the key is missing": { answer: refusal(401, "missing_api_key"), class: "CREDENTIAL" },
    "the key is none": { answer: refusal(400, "invalid_api_key"), class: "CREDENTIAL" },
    "the domain is not verified": { answer: refusal(403, "validation_error"), class: "CREDENTIAL" },
    "the sender is not allowed": { answer: refusal(422, "invalid_from_address"), class: "CREDENTIAL" },
    "the region is another": { answer: refusal(422, "invalid_region"), class: "CREDENTIAL" },
    "there were too many calls": {
      answer: { ...refusal(429, "rate_limit_exceeded"), headers: { "retry-after": "2" } },
      class: "RETRY",
      retryAfterSeconds: 2,
    },
    "there were too many mails of a day": { answer: refusal(429, "daily_quota_exceeded"), class: "FUNDS" },
    "there were too many mails of a month": { answer: refusal(429, "monthly_quota_exceeded"), class: "FUNDS" },
    "something went wrong": { answer: refusal(500, "application_error"), class: "RETRY" },
    "the content is refused": { answer: refusal(451, "security_error"), class: "PERMANENT" },
  },
  check: [
    {
      request: {
        method: "GET",
        url: "https://api.resend.com/domains",
        headers: { authorization: "Bearer re_s3cret" },
      },
      answer: { json: { data: [] } },
    },
  ],
});

test("a key that may only send passes the check", async () => {
  const vendors = await startFakeVendors();
  const http = createHttp({ baseUrls: vendors.baseUrls, allowPrivateHosts: true });
  vendors.answer = () => refusal(401, "restricted_api_key");
  try {
    const session = await resend.open(credentials, { http, allowPrivateHosts: true });
    await session.check();
    expect(vendors.requests.map((request) => request.url)).toEqual(["https://api.resend.com/domains"]);
  } finally {
    await http.close();
    vendors.close();
  }
});

afterEach(() => vi.useRealTimers());

const date = "2023-11-14T22:13:20.000Z";
const eventOf = (type: string, data: object = {}) => ({
  type,
  created_at: date,
  data: { email_id: "v-1", created_at: "2023-11-14T22:00:00.000Z", to: ["ada@example.com"], ...data },
});

test.each([
  ["email.sent", {}, "sent", undefined],
  ["email.delivered", {}, "delivered", undefined],
  ["email.delivery_delayed", {}, "delayed", undefined],
  ["email.bounced", { bounce: { type: "Permanent", subType: "General", message: "550 no" } }, "bounced", "550 no"],
  ["email.complained", {}, "complaint", undefined],
  ["email.opened", {}, "opened", undefined],
  ["email.clicked", { click: { link: "https://example.com" } }, "clicked", undefined],
  ["email.failed", { failed: { reason: "reached_daily_quota" } }, "dropped", "reached_daily_quota"],
  [
    "email.suppressed",
    { suppressed: { type: "OnAccountSuppressionList", message: "bounced before" } },
    "blocked",
    "bounced before",
  ],
])("the event %s with %j is the status %s", async (type, data, status, response) => {
  const raw = eventOf(type, data);
  const call = { body: JSON.stringify(raw), headers: { "svix-id": "msg_1" } };
  expect(await readReports(resend, credentials, call)).toEqual([
    {
      identifier: "v-1",
      eventId: "msg_1",
      at: new Date(date),
      status,
      isPermanent: status === "bounced" ? expect.any(Boolean) : undefined,
      response,
      raw,
    },
  ]);
});

test.each([eventOf("email.scheduled"), { type: "contact.created", created_at: date, data: { id: "c-1" } }])(
  "the event %j says nothing about a delivery",
  async (raw) => {
    expect(await readReports(resend, credentials, { body: JSON.stringify(raw) })).toEqual([]);
  },
);

test.each(["", "null", "[]", "{}", "type=email.sent"])("the body %j cannot be read", async (body) => {
  await expect(readReports(resend, credentials, { body })).rejects.toThrow(UnreadableReportError);
});

test("with the signing secret, only calls that Resend has signed a short time ago are taken", async () => {
  vi.useFakeTimers({ now: 1_700_000_100_000, toFake: ["Date"] });
  const withKey = { ...credentials, webhookSigningKey: `whsec_${Buffer.from("k3y").toString("base64")}` };
  const body = JSON.stringify(eventOf("email.opened"));
  const signed = (timestamp: number, signature = "") => ({
    "svix-id": "msg_1",
    "svix-timestamp": String(timestamp),
    "svix-signature": `v1,${createHmac("sha256", "old").update("x").digest("base64")} v1,${
      signature || createHmac("sha256", "k3y").update(`msg_1.${timestamp}.${body}`).digest("base64")
    }`,
  });
  const headers = signed(1_700_000_000);
  expect(await readReports(resend, withKey, { body, headers })).toMatchObject([{ status: "opened" }]);
  for (const forged of [
    { body: body.replace("opened", "bounced"), headers },
    { body, headers: signed(1_700_000_000, "bm8=") },
    { body, headers: { ...headers, "svix-id": "msg_2" } },
    { body, headers: { ...headers, "svix-signature": headers["svix-signature"].replaceAll("v1,", "v2,") } },
    { body, headers: signed(1_699_999_000) },
    { body, headers: {} },
  ]) {
    await expect(readReports(resend, withKey, forged)).rejects.toThrow(ForgedReportError);
  }
});
