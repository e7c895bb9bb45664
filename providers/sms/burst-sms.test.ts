import { testProvider } from "#test/support/provider-contract.ts";
import { REPORT_URL } from "#test/support/report-calls.ts";
import { ANSWERED_AT, type Exchange } from "#test/support/vendor-exchanges.ts";
import { burstSms } from "./burst-sms.ts";

const headers = { authorization: `Basic ${Buffer.from("key-1:s3cret").toString("base64")}` };
const plain = { message: "Héllo", to: "61491570156" };
const result = { id: "12345", date: "2026-05-05T09:59:58.000Z" };

const takes = (form: Record<string, unknown>, answer: object = {}): Exchange[] => [
  {
    request: { url: "https://api.transmitsms.com/send-sms.json", headers, form },
    answer: {
      json: {
        message_id: 12345,
        send_at: "2026-05-05 09:59:58",
        recipients: 1,
        cost: 0.07,
        sms: 1,
        error: { code: "SUCCESS", description: "OK" },
        ...answer,
      },
    },
  },
];
const says = (status: number, code: string, description = "-") => ({ status, json: { error: { code, description } } });

testProvider(burstSms, {
  credentials: { apiKey: "key-1", secretKey: "s3cret" },
  message: { id: "m-1", to: "+61491570156", content: "Héllo" },
  refusalOf: (code) => ({ status: 400, json: { error: { code, description: "Burst's words" } } }),
  sends: {
    "a text from the shared numbers": { exchanges: takes(plain), result },
    "a text from a sender": { message: { from: "Team" }, exchanges: takes({ ...plain, from: "Team" }), result },
    "a text whose moment BurstSMS does not say": {
      exchanges: takes(plain, { send_at: null, fails: [] }),
      result: { ...result, date: ANSWERED_AT },
    },
    "a text whose delivery is to be reported": {
      options: { reportUrl: REPORT_URL },
      exchanges: takes({ ...plain, dlr_callback: REPORT_URL }),
      result,
    },
  },
  refusals: {
    "the number cannot be reached, with status 200": {
      answer: { json: { message_id: 1, error: { code: "SUCCESS" }, fails: ["61491570156"] } },
      class: "PERMANENT",
    },
    "the key is wrong": { answer: says(401, "AUTH_FAILED"), class: "CREDENTIAL" },
    "no key": { answer: says(400, "AUTH_FAILED_NO_DATA"), class: "CREDENTIAL" },
    "too many requests": { answer: says(429, "OVER_LIMIT"), class: "RETRY", rate: "integration" },
    "too many requests, with another status": { answer: says(400, "OVER_LIMIT"), class: "RETRY", rate: "integration" },
    "a server error, whatever it says": { answer: says(503, "NO_ACCESS"), class: "RETRY" },
    "no credit": { answer: says(400, "LEDGER_ERROR", "Insufficient balance"), class: "FUNDS" },
    "no access": { answer: says(403, "NO_ACCESS"), class: "PERMANENT" },
    "the sender is wrong": { answer: says(400, "BAD_CALLER_ID"), class: "PERMANENT" },
    "an error of the future with status 200": { answer: says(200, "OTHER"), class: "PERMANENT" },
  },
  check: [
    {
      request: { url: "https://api.transmitsms.com/get-balance.json", headers },
      answer: { json: { balance: 10, currency: "AUD", error: { code: "SUCCESS", description: "OK" } } },
    },
  ],
});
