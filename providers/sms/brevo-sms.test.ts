import { testProvider } from "#test/support/provider-contract.ts";
import { REPORT_URL } from "#test/support/report-calls.ts";
import { ANSWERED_AT, type Exchange } from "#test/support/vendor-exchanges.ts";
import { brevoSms } from "./brevo-sms.ts";

const url = "https://api.brevo.com/v3/transactionalSMS/send";
const headers = { "api-key": "s3cret-key" };
const takes = (sender: string, more: object = {}): Exchange[] => [
  {
    request: {
      url,
      headers,
      json: { sender, recipient: "+491700000000", content: "Héllo", type: "transactional", tag: "m-1", ...more },
    },
    answer: { status: 201, json: { messageId: 1511882900176220 } },
  },
];
const result = { id: "1511882900176220", date: ANSWERED_AT };

testProvider(brevoSms, {
  credentials: { apiKey: "s3cret-key", from: "Belfry" },
  message: { id: "m-1", to: "+491700000000", content: "Héllo" },
  refusalOf: (code) => ({ status: 400, json: { code, message: "Brevo's words" } }),
  sends: {
    "a text from the integration's sender": { exchanges: takes("Belfry"), result },
    "a text from another sender": { message: { from: "Shop" }, exchanges: takes("Shop"), result },
    "a text whose delivery is to be reported": {
      options: { reportUrl: REPORT_URL },
      exchanges: takes("Belfry", { webUrl: REPORT_URL }),
      result,
    },
  },
  statuses: { 402: "FUNDS" },
  refusals: {
    "no credits are left": {
      answer: { status: 400, json: { code: "not_enough_credits", message: "Not enough credits to send" } },
      class: "FUNDS",
    },
    "the number is not valid": {
      answer: { status: 400, json: { code: "invalid_parameter", message: "Invalid telephone number" } },
      class: "PERMANENT",
    },
    "the key is not valid": {
      answer: { status: 401, json: { code: "unauthorized", message: "Key not found" } },
      class: "CREDENTIAL",
    },
    "too many requests": {
      answer: { status: 429, json: { code: "too_many_requests", message: "Too many requests" } },
      class: "RETRY",
    },
    "200, but refused": { answer: { json: { code: "invalid_parameter", message: "No" } }, class: "PERMANENT" },
  },
  check: [
    {
      request: { method: "GET", url: "https://api.brevo.com/v3/account", headers },
      answer: { json: { email: "team@example.com" } },
    },
  ],
});
