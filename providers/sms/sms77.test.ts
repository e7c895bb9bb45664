import { testProvider } from "#test/support/provider-contract.ts";
import { ANSWERED_AT, type Exchange } from "#test/support/vendor-exchanges.ts";
import { sms77 } from "./sms77.ts";

const url = "https://gateway.seven.io/api/sms";
const headers = { "x-api-key": "s3cret", accept: "application/json" };
const plain = { to: "+491700000000", from: "Team", text: "Héllo", foreign_id: "m-1", json: "1" };
const taken = { id: "77229318510", recipient: "491700000000", success: true, error: null, error_text: null };
const result = { id: "77229318510", date: ANSWERED_AT };

const takes = (form: Record<string, unknown>, message: object = {}): Exchange[] => [
  {
    request: { url, headers, form },
    answer: {
      json: { success: "100", total_price: 0.075, debug: "false", messages: [{ ...taken, ...message }] },
    },
  },
];

testProvider(sms77, {
  credentials: { apiKey: "s3cret", from: "Team" },
  message: { id: "m-1", to: "+491700000000", content: "Héllo" },
  refusalOf: (code) => ({ text: code }),
  sends: {
    "a text from the integration's sender": { exchanges: takes(plain), result },
    "a text from another sender": {
      message: { from: "Other" },
      exchanges: takes({ ...plain, from: "Other" }),
      result,
    },
    "a text of a test account, which has no id": {
      exchanges: takes(plain, { id: null }),
      result: { ...result, id: "m-1" },
    },
  },
  refusals: {
    "the key is wrong": { answer: { text: "900" }, class: "CREDENTIAL" },
    "the key is wrong, in JSON": { answer: { json: { success: "900" } }, class: "CREDENTIAL" },
    "no key": { answer: { json: "300" }, class: "CREDENTIAL" },
    "the address is not allowed": { answer: { json: { success: 903 } }, class: "CREDENTIAL" },
    "no credit": { answer: { json: { success: "500", messages: [] } }, class: "FUNDS" },
    "the carrier fails": { answer: { text: "600" }, class: "RETRY" },
    "an unknown error": { answer: { text: "700" }, class: "RETRY" },
    "the sender is too long": { answer: { text: "201" }, class: "PERMANENT" },
    "the text is too long": { answer: { text: "401" }, class: "PERMANENT" },
    "the recipient is not reached": {
      answer: { json: { success: "100", messages: [{ ...taken, success: false, error: "202" }] } },
      class: "PERMANENT",
    },
  },
  check: [
    {
      request: { method: "GET", url: "https://gateway.seven.io/api/balance", headers },
      answer: { json: { amount: 12.5, currency: "EUR" } },
    },
  ],
});
