import { expect, test } from "vitest";
import { testProvider } from "#test/support/provider-contract.ts";
import { type Exchange, startFakeVendors, type VendorAnswer } from "#test/support/vendor-exchanges.ts";
import { createHttp } from "../http/http.ts";
import { plunk } from "./plunk.ts";

const url = "https://next-api.useplunk.com/v1/send";
const headers = { authorization: "Bearer sk_s3cret", "idempotency-key": "m-1" };
const timestamp = "2026-05-05T09:59:58.000Z";

const sent = {
  emails: [
    { contact: { id: "contact-1", email: "ada@example.com" }, email: "v-1" },
    { contact: { id: "contact-2", email: "bob@example.com" }, email: "v-2" },
  ],
  timestamp,
};
const takes = (json: object, answer: VendorAnswer = { json: { success: true, data: sent } }): Exchange[] => [
  { request: { url, headers, json }, answer },
];
const plain = {
  to: ["ada@example.com"],
  subject: "Hi",
  body: "<p>Hi</p>",
  from: { email: "team@example.com", name: "Team" },
};
const result = { id: "v-1", date: timestamp };
const refusal = (status: number, code: string, details: object = {}): VendorAnswer => ({
  status,
  json: { success: false, error: { code, message: `The reason is ${code}`, statusCode: status, ...details } },
});
const repetition = (originalStatusCode: number | null): VendorAnswer =>
  refusal(409, "IDEMPOTENCY_KEY_REUSED", {
    details: { key: "m-1", originalRequest: "POST /send", originalRequestAt: timestamp, originalStatusCode },
  });

const credentials = { apiKey: "sk_s3cret", from: "team@example.com", senderName: "Team" };
const message = { id: "m-1", to: ["ada@example.com"], subject: "Hi", html: "<p>Hi</p>" };

testProvider(plunk, {
  credentials,
  message,
  recognisesRepetition: true,
  sends: {
    "a mail of one recipient": { exchanges: takes(plain), result },
    "a mail with everything that it can have": {
      message: {
        from: "other@example.com",
        senderName: "Other",
        text: "Hi",
        replyTo: "reply@example.com",
        subject: "Hi\r\nAda",
        headers: { "X-One": "1" },
        to: ["ada@example.com", "bob@example.com"],
        cc: ["cara@example.com", "bob@example.com"],
        bcc: ["dan@example.com"],
        attachments: [{ file: Buffer.from("text"), mime: "text/plain", name: "a.txt" }],
      },
      exchanges: takes({
        ...plain,
        to: ["ada@example.com", "bob@example.com", "cara@example.com", "dan@example.com"],
        subject: "Hi Ada",
        from: { email: "other@example.com", name: "Other" },
        reply: "reply@example.com",
        headers: { "X-One": "1" },
        attachments: [
          { filename: "a.txt", content: Buffer.from("text").toString("base64"), contentType: "text/plain" },
        ],
      }),
      result,
    },
    "a mail without html": {
      message: { html: "", text: "Hi" },
      exchanges: takes({ ...plain, body: "Hi" }),
      result,
    },
    "a mail that a server of the first generation takes": {
      exchanges: takes(plain, { json: { success: true, ...sent } }),
      result,
    },
    "a mail whose id stands beside its recipient": {
      exchanges: takes(plain, {
        json: { success: true, data: { emails: [{ id: "v-1", to: "ada@example.com" }], timestamp } },
      }),
      result,
    },
    "a mail that an earlier attempt has sent": {
      exchanges: takes(plain, repetition(200)),
      result: { id: "m-1", date: timestamp },
    },
  },
  statuses: { 402: "FUNDS" },
  refusalOf: (code) => refusal(400, code),
  refusals: {
    "a field is wrong": { answer: refusal(422, "VALIDATION_ERROR"), class: "PERMANENT" },
    "the key is none": { answer: refusal(401, "INVALID_API_KEY"), class: "CREDENTIAL" },
    "the domain is not verified": {
      answer: { status: 403, json: { success: false, error: { message: 'Domain "example.com" is not verified.' } } },
      class: "CREDENTIAL",
    },
    "the project is disabled": { answer: refusal(403, "PROJECT_DISABLED"), class: "FUNDS" },
    "the limit of the month is reached": { answer: refusal(402, "BILLING_LIMIT_EXCEEDED"), class: "FUNDS" },
    "the first attempt is still under way": { answer: repetition(null), class: "RETRY" },
    "nobody knows how the first attempt ended": { answer: repetition(500), class: "PERMANENT" },
    "the mail is not taken, with a status that says otherwise": {
      answer: { json: { success: false, error: { message: "not taken" } } },
      class: "PERMANENT",
    },
  },
});

test("a mail whose first attempt failed at Plunk is not sent by another integration, as it may have been sent", async () => {
  const vendors = await startFakeVendors();
  const http = createHttp({ baseUrls: vendors.baseUrls, allowPrivateHosts: true });
  vendors.answer = () => repetition(500);
  try {
    const session = await plunk.open(credentials, { http, allowPrivateHosts: true });
    const outbox = { deliver: () => Promise.reject(new Error("The outbox is not for vendors")) };
    await expect(session.send(message, { outbox })).rejects.toMatchObject({ class: "PERMANENT", mayBeSent: true });
  } finally {
    await http.close();
    vendors.close();
  }
});
