import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { testProvider } from "#test/support/provider-contract.ts";
import { REPORT_URL, readReports } from "#test/support/report-calls.ts";
import type { Exchange } from "#test/support/vendor-exchanges.ts";
import { createHttp } from "../http/http.ts";
import { twilio } from "./twilio.ts";

const url = "https://api.twilio.com/2010-04-01/Accounts/AC1/Messages.json";
const authorization = `Basic ${Buffer.from("AC1:s3cret-token").toString("base64")}`;

const takes = (form: Record<string, unknown>, answer: object = {}): Exchange[] => [
  {
    request: { url, headers: { authorization }, form },
    answer: {
      status: 201,
      json: { sid: "SM1", status: "queued", date_created: "Tue, 05 May 2026 09:59:58 +0000", ...answer },
    },
  },
];
const result = { id: "SM1", date: "2026-05-05T09:59:58.000Z" };
const service = `MG${"0".repeat(32)}`;

testProvider(twilio, {
  credentials: { accountSid: "AC1", token: "s3cret-token", from: "+15005550006" },
  message: { id: "m-1", to: "+491700000000", content: "Héllo" },
  refusalOf: (code) => ({
    status: 400,
    json: { code: Number(code), message: "Twilio's words", more_info: "https://www.twilio.com", status: 400 },
  }),
  sends: {
    "a text from the integration's number": {
      exchanges: takes({ To: "+491700000000", From: "+15005550006", Body: "Héllo" }),
      result,
    },
    "a text to a number as people write it": {
      message: { to: "+49 (0)170 000-0000" },
      exchanges: takes({ To: "+491700000000", From: "+15005550006", Body: "Héllo" }),
      result,
    },
    "a text from another number": {
      message: { from: "+15005550007" },
      exchanges: takes({ To: "+491700000000", From: "+15005550007", Body: "Héllo" }),
      result,
    },
    "a text from a messaging service": {
      credentials: { from: service },
      exchanges: takes({ To: "+491700000000", MessagingServiceSid: service, Body: "Héllo" }),
      result,
    },
    "a text whose moment Twilio does not say": {
      exchanges: takes({ To: "+491700000000", From: "+15005550006", Body: "Héllo" }, { date_created: null }),
      result: { id: "SM1", date: "2026-05-05T10:00:00.000Z" },
    },
    "a text whose delivery is to be reported": {
      options: { reportUrl: REPORT_URL },
      exchanges: takes({ To: "+491700000000", From: "+15005550006", Body: "Héllo", StatusCallback: REPORT_URL }),
      result,
    },
    "a text whose delivery is to be reported elsewhere": {
      options: { reportUrl: REPORT_URL, passthrough: { body: { StatusCallback: "https://example.com/own" } } },
      exchanges: takes({
        To: "+491700000000",
        From: "+15005550006",
        Body: "Héllo",
        StatusCallback: "https://example.com/own",
      }),
      result,
    },
  },
  refusals: {
    "the number is none": {
      answer: { status: 400, json: { code: 21211, message: "Invalid 'To' Phone Number", status: 400 } },
      class: "PERMANENT",
    },
    "too many requests": {
      answer: { status: 429, json: { code: 20429, message: "Too Many Requests", status: 429 } },
      class: "RETRY",
      rate: "integration",
    },
    "too many messages to this number": {
      answer: { status: 400, json: { code: 14107, message: "Message rate limit exceeded", status: 400 } },
      class: "RETRY",
      rate: "recipient",
    },
    "the day's messages are sent": {
      answer: {
        status: 429,
        json: { code: 63038, message: "Account exceeded the 50 daily messages limit", status: 429 },
      },
      class: "RETRY",
      rate: "integration",
      retryAfterSeconds: 3_600,
    },
  },
});

test.each([
  ["delivered", ["delivered"]],
  ["constructor", []],
  ["read", []],
])("the status %j is reported as %j", async (MessageStatus, statuses) => {
  const signature = createHmac("sha1", "s3cret-token")
    .update(`${REPORT_URL}MessageSidSM1MessageStatus${MessageStatus}`)
    .digest("base64");
  const reports = await readReports(
    twilio,
    { accountSid: "AC1", token: "s3cret-token", from: "+15005550006" },
    { form: { MessageStatus, MessageSid: "SM1" }, headers: { "x-twilio-signature": signature } },
  );
  expect(reports.map(({ status }) => status)).toEqual(statuses);
});

test.each([
  ["+4915112345678", "{not json", "not a JSON object of texts"],
  ["+4915112345678", '{"1":{"a":1}}', "not a JSON object of texts"],
  ["whatsapp:+4915112345678", '{"1":"Ada","2":"a\\nb"}', 'The content variable "2" has a line break'],
  ["whatsapp:+4915112345678", '{"1":""}', 'The content variable "1" is empty'],
])(
  "to %s, variables of a content template that Twilio is known to refuse are not sent: %s",
  async (to, variables, sentence) => {
    // Nothing leaves: a request would fail by its address.
    const http = createHttp({ baseUrls: { "https://api.twilio.com": "http://127.0.0.1:1" }, allowPrivateHosts: true });
    const session = await twilio.open(
      { accountSid: "AC1", token: "s3cret-token", from: "+15005550006" },
      { http, allowPrivateHosts: true },
    );
    const passthrough = { body: { ContentSid: "HX1", ContentVariables: variables } };
    const outbox = { deliver: () => Promise.reject(new Error("not used")) };
    const sent = session.send({ id: "m-1", to, content: "", passthrough }, { outbox, passthrough });
    await expect(sent).rejects.toMatchObject({ class: "PERMANENT", message: expect.stringContaining(sentence) });
    await http.close();
  },
);
