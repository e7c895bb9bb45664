import { testProvider } from "#test/support/provider-contract.ts";
import { REPORT_URL } from "#test/support/report-calls.ts";
import { ANSWERED_AT, type Exchange } from "#test/support/vendor-exchanges.ts";
import { fortySixElks } from "./forty-six-elks.ts";

const url = "https://api.46elks.com/a1/sms";
const headers = { authorization: `Basic ${Buffer.from("u1:s3cret-pass").toString("base64")}` };
const result = { id: "s70df59406a1b4643b96f3f91e0bfb7b0", date: "2026-05-05T09:59:58.741Z" };

const takes = (form: Record<string, unknown>, answer: object = {}): Exchange[] => [
  {
    request: { url, headers, form },
    answer: {
      json: {
        id: result.id,
        status: "created",
        direction: "outgoing",
        from: "Belfry",
        to: "+491700000000",
        message: "Héllo",
        created: "2026-05-05T09:59:58.741000",
        parts: 1,
        cost: 5200,
        ...answer,
      },
    },
  },
];
const plain = { from: "Belfry", to: "+491700000000", message: "Héllo" };

testProvider(fortySixElks, {
  credentials: { user: "u1", password: "s3cret-pass", from: "Belfry" },
  message: { id: "m-1", to: "+491700000000", content: "Héllo" },
  sends: {
    "a text": { exchanges: takes(plain), result },
    "a text from another sender": { message: { from: "Other" }, exchanges: takes({ ...plain, from: "Other" }), result },
    "a text whose delivery is to be reported": {
      options: { reportUrl: REPORT_URL },
      exchanges: takes({ ...plain, whendelivered: REPORT_URL }),
      result,
    },
    "a text whose moment 46elks does not say": {
      exchanges: takes(plain, { created: null }),
      result: { id: result.id, date: ANSWERED_AT },
    },
  },
  refusals: {
    "the password is wrong": {
      answer: { status: 401, text: "API access requires Basic HTTP authentication." },
      class: "CREDENTIAL",
    },
    "a parameter is missing": { answer: { status: 403, text: "Missing key to" }, class: "PERMANENT" },
    "the number is none": { answer: { status: 403, text: "Invalid to number" }, class: "PERMANENT" },
    "the account may not send": { answer: { status: 403, text: "Invalid API username" }, class: "CREDENTIAL" },
    "no credit is left": { answer: { status: 403, text: "Not enough credits" }, class: "FUNDS" },
  },
  check: [
    {
      request: { method: "GET", url: "https://api.46elks.com/a1/me", headers },
      answer: { json: { displayname: "Belfry", balance: 1000 } },
    },
  ],
});
