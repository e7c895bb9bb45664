import { expect, test } from "vitest";
import { testProvider } from "#test/support/provider-contract.ts";
import { readReports } from "#test/support/report-calls.ts";
import { ANSWERED_AT, type Exchange } from "#test/support/vendor-exchanges.ts";
import { createHttp } from "../http/http.ts";
import { UnreadableReportError } from "../reports/delivery-reports.ts";
import { sparkpost } from "./sparkpost.ts";

const url = "https://api.sparkpost.com/api/v1/transmissions";
const headers = { authorization: "s3cret" };
const answer = (results: object = {}) => ({
  json: { results: { id: "661", total_accepted_recipients: 1, total_rejected_recipients: 0, ...results } },
});
const takes = (json: object, address = url): Exchange[] => [
  { request: { url: address, headers, json }, answer: answer() },
];
const result = { id: "661", date: ANSWERED_AT };
const plain = {
  recipients: [{ address: { email: "ada@example.com", header_to: "ada@example.com" } }],
  content: { from: { email: "team@example.com", name: "Team" }, subject: "Hi", html: "<p>Hi</p>" },
  metadata: { messageId: "m-1" },
};
const europe = "https://api.eu.sparkpost.com/api/v1/transmissions";
const base64 = (text: string) => Buffer.from(text).toString("base64");

const credentials = { apiKey: "s3cret", from: "team@example.com", senderName: "Team" };

testProvider(sparkpost, {
  credentials,
  message: { id: "m-1", to: ["ada@example.com"], subject: "Hi", html: "<p>Hi</p>" },
  refusalOf: (code) => ({
    status: 400,
    json: { errors: [{ code, message: "SparkPost's words", description: "More of them" }] },
  }),
  sends: {
    "a mail of one recipient": { exchanges: takes(plain), result },
    "a mail with everything that it can have": {
      message: {
        from: "other@example.com",
        senderName: "Other",
        text: "Hi",
        replyTo: "reply@example.com",
        to: ["ada@example.com", "bob@example.com"],
        cc: ["cara@example.com", "eve@example.com"],
        bcc: ["dan@example.com"],
        ipPoolName: "pool",
        headers: { "X-One": "1" },
        attachments: [
          { file: Buffer.from("text"), mime: "text/plain", name: "a.txt" },
          { file: Buffer.from("more"), mime: "text/plain" },
          { file: Buffer.from("png"), mime: "image/png", name: "b.png", cid: "b", disposition: "inline" },
        ],
      },
      exchanges: takes({
        recipients: ["ada", "bob", "cara", "eve", "dan"].map((name) => ({
          address: { email: `${name}@example.com`, header_to: "ada@example.com, bob@example.com" },
        })),
        content: {
          from: { email: "other@example.com", name: "Other" },
          subject: "Hi",
          html: "<p>Hi</p>",
          text: "Hi",
          reply_to: "reply@example.com",
          headers: { "X-One": "1", Cc: "cara@example.com, eve@example.com" },
          attachments: [
            { name: "a.txt", type: "text/plain", data: base64("text") },
            { name: expect.stringMatching(/^[\da-f-]{36}$/), type: "text/plain", data: base64("more") },
          ],
          inline_images: [{ name: "b", type: "image/png", data: base64("png") }],
        },
        metadata: { messageId: "m-1" },
        options: { ip_pool: "pool" },
      }),
      result,
    },
    "a sender in one text": {
      message: { from: "Boss <boss@example.com>", senderName: "The Boss" },
      exchanges: takes({
        ...plain,
        content: { ...plain.content, from: { email: "boss@example.com", name: "The Boss" } },
      }),
      result,
    },
    "an account in Europe": { credentials: { region: "eu" }, exchanges: takes(plain, europe), result },
    "one whose region is stored in the older form": {
      credentials: { region: "true" },
      exchanges: takes(plain, europe),
      result,
    },
    "and in the form of a switch": { credentials: { region: true }, exchanges: takes(plain, europe), result },
    "a mail that not everybody gets": {
      exchanges: takes(plain).map(({ request }) => ({ request, answer: answer({ total_rejected_recipients: 2 }) })),
      result: { ...result, warning: "SparkPost did not accept 2 of the recipients" },
    },
  },
  refusals: {
    "nobody is accepted": { answer: answer({ total_accepted_recipients: 0 }), class: "PERMANENT" },
    "the limit of the account is reached": {
      answer: { status: 420, json: { errors: [{ message: "Exceed Sending Limit (daily)", code: "2102" }] } },
      class: "FUNDS",
    },
    "there is no valid recipient": {
      answer: { status: 422, json: { errors: [{ message: "no valid recipients", code: "1901" }] } },
      class: "PERMANENT",
    },
    "the key may not send": {
      answer: { status: 403, json: { errors: [{ message: "Forbidden.", code: "1303" }] } },
      class: "CREDENTIAL",
    },
  },
  check: [
    {
      request: { method: "GET", url: "https://api.sparkpost.com/api/v1/account", headers },
      // A key that may only send.
      answer: { status: 403, json: { errors: [{ message: "Forbidden." }] } },
    },
  ],
});

const read = (json: unknown) => readReports(sparkpost, credentials, { body: JSON.stringify(json) });
const event = (fields: object) => ({
  event_id: "e-1",
  timestamp: "1777975200",
  transmission_id: "661",
  message_id: "v-1",
  ...fields,
});

test.each([
  ["injection", "sent"],
  ["delivery", "delivered"],
  ["delay", "deferred"],
  ["policy_rejection", "rejected"],
  ["out_of_band", "bounced"],
  ["spam_complaint", "complaint"],
])("a message event %s is %s", async (type, status) => {
  const raw = event({ type, num_retries: "2", raw_reason: "550 no" });
  expect(await read([{ msys: { message_event: raw } }])).toEqual([
    {
      identifier: "661",
      status,
      at: new Date("2026-05-05T10:00:00Z"),
      eventId: "e-1",
      attempts: 3,
      response: "550 no",
      raw,
    },
  ]);
});

test.each([
  ["10", "bounced"],
  ["25", "blocked"],
  ["50", "blocked"],
  ["54", "blocked"],
  ["51", "spam"],
  ["52", "spam"],
  ["90", "unsubscribed"],
])("a bounce of class %s is %s", async (bounce_class, status) => {
  const raw = event({ type: "bounce", bounce_class });
  expect(await read([{ msys: { message_event: raw } }])).toMatchObject([{ status }]);
});

test.each(["60", "80", "100"])("a bounce of class %s says nothing about the delivery", async (bounce_class) => {
  expect(await read([{ msys: { message_event: event({ type: "bounce", bounce_class }) } }])).toEqual([]);
});

test("a batch has events of several kinds", async () => {
  const reports = await read([
    { msys: { track_event: event({ type: "open" }) } },
    { msys: { track_event: event({ type: "initial_open" }) } },
    { msys: { track_event: event({ type: "click", event_id: "e-2" }) } },
    { msys: { gen_event: event({ type: "generation_failure" }) } },
    { msys: { gen_event: event({ type: "generation_rejection" }) } },
    { msys: { unsubscribe_event: event({ type: "link_unsubscribe" }) } },
    { msys: { message_event: event({ type: "something_new" }) } },
    { msys: { message_event: { type: "delivery" } } },
  ]);
  const statuses = reports.map(({ status }) => status);
  expect(statuses).toEqual(["opened", "opened", "clicked", "dropped", "rejected", "unsubscribed"]);
});

test("a call that tries the address has no event", async () => {
  expect(await read([{ msys: {} }])).toEqual([]);
});

test.each(["", "no json", "{}", "null", "[1]", '[{"other":1}]'])("the body %j is no report", async (body) => {
  await expect(readReports(sparkpost, credentials, { body })).rejects.toThrow(UnreadableReportError);
});

test("another region is refused", async () => {
  const opening = sparkpost.open({ ...credentials, region: "mars" }, { http: createHttp(), allowPrivateHosts: true });
  await expect(opening).rejects.toMatchObject({ class: "CREDENTIAL", message: expect.stringContaining("Region") });
});
