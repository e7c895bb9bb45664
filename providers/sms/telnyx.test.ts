import { testProvider } from "#test/support/provider-contract.ts";
import { REPORT_URL } from "#test/support/report-calls.ts";
import { ANSWERED_AT, type Exchange } from "#test/support/vendor-exchanges.ts";
import { telnyx } from "./telnyx.ts";

const url = "https://api.telnyx.com/v2/messages";
const headers = { authorization: "Bearer KEY0s3cret" };
const plain = { from: "+15005550006", to: "+491700000000", text: "Héllo", messaging_profile_id: "profile-1" };
const id = "40385f64-5717-4562-b3fc-2c963f66afa6";
const result = { id, date: "2026-05-05T09:59:58.123Z" };

const takes = (
  json: Record<string, unknown>,
  received_at: string | null = "2026-05-05T09:59:58.123+00:00",
): Exchange[] => [
  {
    request: { url, headers, json },
    answer: {
      json: {
        data: {
          record_type: "message",
          direction: "outbound",
          id,
          received_at,
          sent_at: null,
          errors: [],
          to: [{ phone_number: "+491700000000", status: "queued", carrier: "", line_type: "" }],
        },
      },
    },
  },
];
const says = (status: number, code: string, title: string) => ({
  status,
  json: { errors: [{ code, title, detail: "-" }] },
});

testProvider(telnyx, {
  credentials: { apiKey: "KEY0s3cret", messageProfileId: "profile-1", from: "+15005550006" },
  message: { id: "m-1", to: "+491700000000", content: "Héllo" },
  refusalOf: (code) => ({ status: 400, json: { errors: [{ code, title: "Telnyx' words", detail: "More of them" }] } }),
  sends: {
    "a text from the integration's number": { exchanges: takes(plain), result },
    "a text from another sender": {
      message: { from: "Team" },
      exchanges: takes({ ...plain, from: "Team" }),
      result,
    },
    "a text whose moment Telnyx does not say": {
      exchanges: takes(plain, null),
      result: { id, date: ANSWERED_AT },
    },
    "a text whose delivery is to be reported": {
      options: { reportUrl: REPORT_URL },
      exchanges: takes({ ...plain, webhook_url: REPORT_URL }),
      result,
    },
  },
  refusals: {
    "the key is wrong": { answer: says(401, "10009", "Authentication failed"), class: "CREDENTIAL" },
    "too many requests": { answer: says(429, "10011", "Too many requests"), class: "RETRY", rate: "integration" },
    "the day's limit of spending": {
      answer: says(429, "40333", "Messaging profile spend limit reached"),
      class: "RETRY",
      rate: "integration",
      retryAfterSeconds: 3_600,
    },
    "the recipient has opted out": { answer: says(400, "40300", "Blocked due to STOP message"), class: "PERMANENT" },
    "no funds are left": { answer: says(402, "20100", "Insufficient Funds"), class: "FUNDS" },
  },
  check: [
    {
      request: { method: "GET", url: "https://api.telnyx.com/v2/balance", headers },
      answer: { json: { data: { balance: "300.00", currency: "USD" } } },
    },
  ],
});
