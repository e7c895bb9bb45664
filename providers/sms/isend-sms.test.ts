import { testProvider } from "#test/support/provider-contract.ts";
import { ANSWERED_AT, type Exchange } from "#test/support/vendor-exchanges.ts";
import { isendSms } from "./isend-sms.ts";

const headers = { authorization: "Bearer 94|s3cret", accept: "application/json", "content-type": "application/json" };
const plain = { recipient: "218910000000", sender_id: "Team", type: "unicode", message: "Héllo" };
const result = { id: "6489f1c2a3b4d", date: ANSWERED_AT };

const takes = (json: Record<string, unknown>, data: object = {}, origin = "https://isend.com.ly"): Exchange[] => [
  {
    request: { url: `${origin}/api/v3/sms/send`, headers, json },
    answer: {
      json: {
        status: "success",
        data: { uid: "6489f1c2a3b4d", status: "Delivered", sms_count: 1, cost: 1, ...data },
      },
    },
  },
];

testProvider(isendSms, {
  credentials: { apiToken: "94|s3cret", from: "Team" },
  message: { id: "m-1", to: "+218910000000", content: "Héllo" },
  sends: {
    "a text from the integration's sender": { exchanges: takes(plain), result },
    "a text from another sender, as plain text, to a number with 00": {
      message: { from: "Other", to: "00218910000000" },
      credentials: { contentType: "plain" },
      exchanges: takes({ ...plain, sender_id: "Other", type: "plain" }),
      result,
    },
    "a text without a sender": {
      credentials: { from: "" },
      exchanges: takes({ recipient: "218910000000", type: "unicode", message: "Héllo" }),
      result,
    },
    "a text by another panel, which says the moment": {
      credentials: { baseUrl: "https://send.com.ly/" },
      exchanges: takes(plain, { created_at: "2026-05-05T09:59:58.000000Z" }, "https://send.com.ly"),
      result: { ...result, date: "2026-05-05T09:59:58.000Z" },
    },
    "a text of which iSend says neither id nor zone": {
      exchanges: takes(plain, { uid: undefined, created_at: "2026-05-05 11:59:58" }),
      result: { id: "m-1", date: ANSWERED_AT },
    },
  },
  refusals: {
    "the token is wrong, with status 200": {
      answer: { json: { status: "error", message: "Unauthenticated." } },
      class: "CREDENTIAL",
    },
    "the number is none": {
      answer: { json: { status: "error", message: "The recipient is not a valid phone number." } },
      class: "PERMANENT",
    },
    "no balance": { answer: { json: { status: "error", message: "You have insufficient balance" } }, class: "FUNDS" },
    "a status of the future": { answer: { json: { status: "pending" } }, class: "PERMANENT" },
    "a server error, whatever it says": {
      answer: { status: 500, json: { status: "error", message: "Unauthenticated." } },
      class: "RETRY",
    },
  },
});
