import { testProvider } from "#test/support/provider-contract.ts";
import { REPORT_URL } from "#test/support/report-calls.ts";
import { ANSWERED_AT, type Exchange } from "#test/support/vendor-exchanges.ts";
import { plivo } from "./plivo.ts";

const account = "https://api.plivo.com/v1/Account/MAXXXX/";
const headers = { authorization: `Basic ${Buffer.from("MAXXXX:s3cret").toString("base64")}` };
const plain = { src: "+15005550006", dst: "+491700000000", text: "Héllo", type: "sms" };
const result = { id: "db3ce55a-7f1d-11e1-8ea7-1231380bc196", date: ANSWERED_AT };

const takes = (json: Record<string, unknown>): Exchange[] => [
  {
    request: { url: `${account}Message/`, headers, json },
    answer: { status: 202, json: { message: "message(s) queued", message_uuid: [result.id], api_id: "api-1" } },
  },
];

testProvider(plivo, {
  credentials: { accountSid: "MAXXXX", token: "s3cret", from: "+15005550006" },
  message: { id: "m-1", to: "+491700000000", content: "Héllo" },
  sends: {
    "a text from the integration's number": { exchanges: takes(plain), result },
    "a text from another number": {
      message: { from: "Team" },
      exchanges: takes({ ...plain, src: "Team" }),
      result,
    },
    "a text whose delivery is to be reported": {
      options: { reportUrl: REPORT_URL },
      exchanges: takes({ ...plain, url: REPORT_URL, method: "POST" }),
      result,
    },
  },
  refusals: {
    "a field is wrong": {
      answer: { status: 400, json: { api_id: "api-1", error: "dst parameter not valid" } },
      class: "PERMANENT",
    },
    "no balance": { answer: { status: 402, json: { api_id: "api-1", error: "insufficient balance" } }, class: "FUNDS" },
    "too many requests": {
      answer: { status: 429, json: { api_id: "api-1", error: "rate limit exceeded" } },
      class: "RETRY",
    },
  },
  check: [{ request: { method: "GET", url: account, headers }, answer: { json: { auth_id: "MAXXXX" } } }],
});
