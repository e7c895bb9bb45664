import { testProvider } from "#test/support/provider-contract.ts";
import { ANSWERED_AT, type Exchange } from "#test/support/vendor-exchanges.ts";
import { clickatell } from "./clickatell.ts";

const url = "https://platform.clickatell.com/messages";
const headers = { authorization: "s3cret-key" };
const result = { id: "api-1", date: ANSWERED_AT };

const answered = (message: object, error: unknown = null) => ({
  json: { messages: [{ apiMessageId: "api-1", accepted: true, to: "491700000000", error: null, ...message }], error },
});
const takes = (json: Record<string, unknown>): Exchange[] => [
  { request: { url, headers, json }, answer: { status: 202, ...answered({}) } },
];
const plain = { to: ["491700000000"], content: "Héllo", clientMessageId: "m-1" };

testProvider(clickatell, {
  credentials: { apiKey: "s3cret-key" },
  message: { id: "m-1", to: "+49 170 0000000", content: "Héllo" },
  sends: {
    "a text": { exchanges: takes(plain), result },
    "a text from the sender of an override": {
      message: { from: "12345" },
      exchanges: takes({ ...plain, from: "12345" }),
      result,
    },
  },
  statuses: { 402: "FUNDS" },
  refusalOf: (code) => ({
    status: 202,
    ...answered({ accepted: false, error: { code: Number(code), description: "No" } }),
  }),
  refusals: {
    "the recipient is blocked": {
      answer: { status: 207, ...answered({ apiMessageId: null, accepted: false, error: "Blocked number" }) },
      class: "PERMANENT",
    },
    "the recipient is invalid, with a reason of the newer form": {
      answer: {
        status: 202,
        ...answered({ accepted: false, error: { code: 105, description: "Invalid destination address" } }),
      },
      class: "PERMANENT",
    },
    "no message, but a reason": {
      answer: { status: 202, json: { messages: [], error: "Invalid or missing integration API Key." } },
      class: "PERMANENT",
    },
    "no credit is left": {
      answer: { status: 202, ...answered({ accepted: false, error: "Out of credit" }) },
      class: "FUNDS",
    },
    "the number has opted out": { answer: { status: 410 }, class: "PERMANENT" },
    "the caller's address is locked out": { answer: { status: 401 }, class: "CREDENTIAL" },
    "too many requests": { answer: { status: 429 }, class: "RETRY" },
  },
  check: [
    {
      request: { method: "GET", url: "https://platform.clickatell.com/public-client/balance", headers },
      answer: { json: { balance: 23.5, currency: "EUR" } },
    },
  ],
});
