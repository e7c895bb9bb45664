import { testProvider } from "#test/support/provider-contract.ts";
import { REPORT_URL } from "#test/support/report-calls.ts";
import { ANSWERED_AT, type Exchange } from "#test/support/vendor-exchanges.ts";
import { messagebird } from "./messagebird.ts";

const url = "https://rest.messagebird.com/messages";
const headers = { authorization: "AccessKey s3cret" };
const plain = {
  originator: "Team",
  recipients: ["+491700000000"],
  body: "Héllo",
  reference: "m-1",
  datacoding: "auto",
};
const id = "e8077d803532c0b5937c639b60216938";
const result = { id, date: "2026-05-05T07:59:58.000Z" };

const takes = (json: Record<string, unknown>, answer: object = {}): Exchange[] => [
  {
    request: { url, headers, json },
    answer: {
      status: 201,
      json: {
        id,
        href: `${url}/${id}`,
        reference: "m-1",
        createdDatetime: "2026-05-05T09:59:58+02:00",
        recipients: { totalCount: 1, items: [{ recipient: 491700000000, status: "sent" }] },
        ...answer,
      },
    },
  },
];
const says = (status: number, code: number, description: string) => ({
  status,
  json: { errors: [{ code, description, parameter: null }] },
});

testProvider(messagebird, {
  credentials: { accessKey: "s3cret", from: "Team" },
  message: { id: "m-1", to: "+491700000000", content: "Héllo" },
  refusalOf: (code) => ({
    status: 422,
    json: { errors: [{ code: Number(code), description: "MessageBird's words", parameter: null }] },
  }),
  sends: {
    "a text from the integration's sender": { exchanges: takes(plain), result },
    "a text from another sender": {
      message: { from: "31612345678" },
      exchanges: takes({ ...plain, originator: "31612345678" }),
      result,
    },
    "a text whose moment MessageBird does not say": {
      exchanges: takes(plain, { createdDatetime: null }),
      result: { id, date: ANSWERED_AT },
    },
    "a text whose delivery is to be reported": {
      options: { reportUrl: REPORT_URL },
      exchanges: takes({ ...plain, reportUrl: REPORT_URL }),
      result,
    },
  },
  refusals: {
    "the key is wrong": { answer: says(401, 2, "Request not allowed (incorrect access_key)"), class: "CREDENTIAL" },
    "the key is wrong, with another status": { answer: says(422, 2, "Request not allowed"), class: "CREDENTIAL" },
    "no balance": { answer: says(422, 25, "Not enough balance"), class: "FUNDS" },
    "the recipient is none": { answer: says(422, 10, "no (correct) recipients found"), class: "PERMANENT" },
    "a missing field": { answer: says(422, 9, "no (correct) recipients found"), class: "PERMANENT" },
    "an internal error": { answer: says(422, 99, "Internal error"), class: "RETRY" },
    "an error with status 200": { answer: says(200, 21, "Bad request"), class: "PERMANENT" },
    "too many requests": { answer: says(429, 2, "Request not allowed"), class: "RETRY" },
  },
  check: [
    {
      request: { method: "GET", url: "https://rest.messagebird.com/balance", headers },
      answer: { json: { payment: "prepaid", type: "credits", amount: 9.2 } },
    },
  ],
});
