import { testProvider } from "#test/support/provider-contract.ts";
import { ANSWERED_AT, type Exchange } from "#test/support/vendor-exchanges.ts";
import { clicksend } from "./clicksend.ts";

const url = "https://rest.clicksend.com/v3/sms/send";
const headers = { authorization: `Basic ${Buffer.from("u1:s3cret-key").toString("base64")}` };

const answered = (message: object) => ({
  json: {
    http_code: 200,
    response_code: "SUCCESS",
    response_msg: "Messages queued for delivery.",
    data: {
      total_count: 1,
      messages: [{ message_id: "BF7AD270", status: "SUCCESS", date: 1_777_975_198, ...message }],
    },
  },
});
const takes = (message: Record<string, unknown>, answer: object = {}): Exchange[] => [
  { request: { url, headers, json: { messages: [message] } }, answer: answered(answer) },
];
const plain = { to: "+491700000000", body: "Héllo", from: "Belfry", custom_string: "m-1" };
const result = { id: "BF7AD270", date: "2026-05-05T09:59:58.000Z" };

testProvider(clicksend, {
  credentials: { user: "u1", apiKey: "s3cret-key", from: "Belfry" },
  message: { id: "m-1", to: "+491700000000", content: "Héllo" },
  refusalOf: (code) => ({ json: { http_code: 200, response_code: "SUCCESS", data: { messages: [{ status: code }] } } }),
  sends: {
    "a text": { exchanges: takes(plain), result },
    "a text from another sender": { message: { from: "Other" }, exchanges: takes({ ...plain, from: "Other" }), result },
    "a text with additions, which are of the message": {
      message: { passthrough: { body: { source: "belfry", schedule: 1_777_980_000 } } },
      exchanges: takes({ ...plain, source: "belfry", schedule: 1_777_980_000 }),
      result,
    },
    "a text whose moment ClickSend does not say": {
      exchanges: takes(plain, { date: null }),
      result: { id: "BF7AD270", date: ANSWERED_AT },
    },
  },
  refusals: {
    "no credit is left": { answer: answered({ status: "INSUFFICIENT_CREDIT" }), class: "FUNDS" },
    "the number is none": { answer: answered({ status: "INVALID_RECIPIENT" }), class: "PERMANENT" },
    "the sender is none": { answer: answered({ status: "INVALID_SENDER_ID" }), class: "PERMANENT" },
    "the country is not enabled": { answer: answered({ status: "COUNTRY_NOT_ENABLED" }), class: "PERMANENT" },
    "the same text went to the recipient before": {
      answer: answered({ status: "THROTTLED" }),
      class: "RETRY",
      rate: "recipient",
    },
    "the whole request is refused": {
      answer: { json: { http_code: 200, response_code: "ACCOUNT_NOT_ACTIVATED", data: null } },
      class: "CREDENTIAL",
    },
    "the key is wrong": {
      answer: { status: 401, json: { http_code: 401, response_code: "UNAUTHORIZED", data: null } },
      class: "CREDENTIAL",
    },
  },
  check: [
    {
      request: { method: "GET", url: "https://rest.clicksend.com/v3/account", headers },
      answer: { json: { http_code: 200, response_code: "SUCCESS", data: { balance: "4.99" } } },
    },
  ],
});
