import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { testProvider } from "#test/support/provider-contract.ts";
import { readReports } from "#test/support/report-calls.ts";
import { ANSWERED_AT, type Exchange } from "#test/support/vendor-exchanges.ts";
import { ForgedReportError, UnreadableReportError } from "../reports/delivery-reports.ts";
import { mailtrap } from "./mailtrap.ts";

const url = "https://send.api.mailtrap.io/api/send";
const headers = { authorization: "Bearer mt-s3cret" };
const credentials = { apiKey: "mt-s3cret", from: "team@example.com", senderName: "Team" };

const takes = (json: object): Exchange[] => [
  { request: { url, headers, json }, answer: { json: { success: true, message_ids: ["v-1", "v-2"] } } },
];
const plain = {
  from: { email: "team@example.com", name: "Team" },
  to: [{ email: "ada@example.com" }],
  subject: "Hi",
  html: "<p>Hi</p>",
  custom_variables: { messageId: "m-1" },
};
const result = { id: "v-1", date: ANSWERED_AT };

testProvider(mailtrap, {
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
      },
      exchanges: takes({
        ...plain,
        from: { email: "other@example.com", name: "Other" },
        to: [{ email: "ada@example.com" }, { email: "bob@example.com" }],
        cc: [{ email: "cara@example.com" }],
        bcc: [{ email: "dan@example.com" }],
        reply_to: { email: "reply@example.com" },
        text: "Hi",
        headers: { "X-One": "1" },
        attachments: [
          {
            content: Buffer.from("text").toString("base64"),
            filename: "a.txt",
            type: "text/plain",
            disposition: "attachment",
          },
          {
            content: Buffer.from("png").toString("base64"),
            filename: "b.png",
            type: "image/png",
            disposition: "inline",
            content_id: "b",
          },
        ],
      }),
      result,
    },
  },
  refusals: {
    "a field is wrong": {
      answer: { status: 400, json: { success: false, errors: ["'to' address is invalid"] } },
      class: "PERMANENT",
    },
    "the token is none": {
      answer: { status: 401, json: { success: false, errors: ["Unauthorized"] } },
      class: "CREDENTIAL",
    },
    "the domain is another's": {
      answer: { status: 403, json: { success: false, errors: ["Sending from domain example.com is not allowed"] } },
      class: "CREDENTIAL",
    },
    "the mail is not taken, with a status that says otherwise": {
      answer: { json: { success: false, errors: ["The mail is too large"] } },
      class: "PERMANENT",
    },
  },
  check: [
    { request: { method: "GET", url: "https://mailtrap.io/api/accounts", headers }, answer: { json: [{ id: 1 }] } },
  ],
});

const event = { message_id: "v-1", event_id: "e-1", email: "ada@example.com", timestamp: 1_700_000_000 };

test.each([
  [{ event: "delivery" }, "delivered", undefined],
  [{ event: "open", ip: "127.0.0.1" }, "opened", undefined],
  [{ event: "click", url: "https://example.com" }, "clicked", undefined],
  [{ event: "unsubscribe" }, "unsubscribed", undefined],
  [{ event: "spam" }, "spam", undefined],
  [{ event: "soft bounce", response: "452 later", response_code: 452 }, "deferred", "452 later"],
  [{ event: "bounce", response: "550 no", bounce_category: "badmailbox" }, "bounced", "550 no"],
  [{ event: "suspension", reason: "the limit of the plan" }, "deferred", "the limit of the plan"],
  [{ event: "reject", reason: "the address bounced before" }, "rejected", "the address bounced before"],
])("the event %j is the status %s", async (kind, status, response) => {
  const raw = { ...event, ...kind };
  expect(await readReports(mailtrap, credentials, { body: JSON.stringify({ events: [raw] }) })).toEqual([
    {
      identifier: "v-1",
      eventId: "e-1",
      status,
      isPermanent: status === "bounced" ? expect.any(Boolean) : undefined,
      response,
      raw,
      at: new Date("2023-11-14T22:13:20.000Z"),
    },
  ]);
});

test("a call may bring one event in each line", async () => {
  const lines = ["delivery", "open"].map((name) => JSON.stringify({ ...event, event: name }));
  for (const body of [lines.join("\n"), `${lines.join("\r\n")}\n`]) {
    expect(await readReports(mailtrap, credentials, { body })).toMatchObject([
      { status: "delivered" },
      { status: "opened" },
    ]);
  }
  expect(await readReports(mailtrap, credentials, { body: lines[1] ?? "" })).toMatchObject([{ status: "opened" }]);
});

test("events that are not about a delivery are left out", async () => {
  const events = [{ ...event, event: "constructor" }, { event: "open" }];
  expect(await readReports(mailtrap, credentials, { body: JSON.stringify({ events }) })).toEqual([]);
});

test.each(["", "null", "[]", "{}", '{"events":[null]}', '{"event":"open"}\nx'])(
  "the body %j cannot be read",
  async (body) => {
    await expect(readReports(mailtrap, credentials, { body })).rejects.toThrow(UnreadableReportError);
  },
);

test("with the signing secret, only calls that Mailtrap has signed are taken", async () => {
  const withKey = { ...credentials, webhookSigningKey: "k3y" };
  const body = JSON.stringify({ events: [{ ...event, event: "open" }] });
  const headers = { "mailtrap-signature": createHmac("sha256", "k3y").update(body).digest("hex") };
  expect(await readReports(mailtrap, withKey, { body, headers })).toMatchObject([{ status: "opened" }]);
  for (const forged of [
    { body: body.replace("open", "spam"), headers },
    { body, headers: {} },
  ]) {
    await expect(readReports(mailtrap, withKey, forged)).rejects.toThrow(ForgedReportError);
  }
});
