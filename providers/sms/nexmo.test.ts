import { testProvider } from "#test/support/provider-contract.ts";
import { REPORT_URL } from "#test/support/report-calls.ts";
import { ANSWERED_AT, type Exchange } from "#test/support/vendor-exchanges.ts";
import { nexmo } from "./nexmo.ts";

const url = "https://rest.nexmo.com/sms/json";
const authorization = `Basic ${Buffer.from("key-1:s3cret").toString("base64")}`;
const plain = { from: "Team", to: "491700000000", text: "Hi", type: "text", "client-ref": "m-1" };
const taken = { to: "491700000000", "message-id": "0A0000000123ABCD1", status: "0", "remaining-balance": "3.14" };
const result = { id: "0A0000000123ABCD1", date: ANSWERED_AT };

const takes = (json: Record<string, unknown>, messages: object[] = [taken]): Exchange[] => [
  {
    request: { url, headers: { authorization }, json },
    answer: { json: { "message-count": String(messages.length), messages } },
  },
];
const refuses = (...messages: object[]) => ({ json: { "message-count": String(messages.length), messages } });
const says = (status: string, words: string) => refuses({ to: "491700000000", status, "error-text": words });

testProvider(nexmo, {
  credentials: { apiKey: "key-1", secretKey: "s3cret", from: "Team" },
  message: { id: "m-1", to: "+491700000000", content: "Hi" },
  refusalOf: (code) => ({
    json: { "message-count": "1", messages: [{ status: code, "error-text": "Vonage's words" }] },
  }),
  sends: {
    "a text of GSM characters": { exchanges: takes(plain), result },
    "a text of other characters": {
      message: { content: "Привет" },
      exchanges: takes({ ...plain, text: "Привет", type: "unicode" }),
      result,
    },
    "a text from another sender": {
      message: { from: "447700900000" },
      exchanges: takes({ ...plain, from: "447700900000" }),
      result,
    },
    "a text of several parts has the id of the first": {
      exchanges: takes(plain, [taken, { ...taken, "message-id": "0A0000000123ABCD2" }]),
      result,
    },
    "a text whose delivery is to be reported": {
      options: { reportUrl: REPORT_URL },
      exchanges: takes({ ...plain, callback: REPORT_URL }),
      result,
    },
  },
  refusals: {
    throttled: { answer: says("1", "Throttled"), class: "RETRY", rate: "integration" },
    "throttled after the first part": {
      answer: refuses(taken, { to: "491700000000", status: "1", "error-text": "Throttled" }),
      class: "PERMANENT",
    },
    "an internal error": { answer: says("5", "Internal Error"), class: "RETRY", rate: undefined },
    "wrong credentials": { answer: says("4", "Invalid credentials"), class: "CREDENTIAL" },
    "a barred account": { answer: says("8", "Partner account barred"), class: "CREDENTIAL" },
    "no credit": { answer: says("9", "Partner quota violation"), class: "FUNDS" },
    "a missing field": { answer: says("2", "Missing to param"), class: "PERMANENT" },
    "a status of the future": { answer: says("99", "Unknown"), class: "PERMANENT" },
  },
  check: [
    {
      request: { method: "GET", url: "https://rest.nexmo.com/account/get-balance", headers: { authorization } },
      answer: { json: { value: 10.28, autoReload: false } },
    },
  ],
});
