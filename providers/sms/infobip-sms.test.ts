import { testProvider } from "#test/support/provider-contract.ts";
import { REPORT_URL } from "#test/support/report-calls.ts";
import { ANSWERED_AT, type Exchange } from "#test/support/vendor-exchanges.ts";
import { infobipSms } from "./infobip-sms.ts";

const origin = "https://abc12.api.infobip.com";
const headers = { authorization: "App s3cret", accept: "application/json" };
const plain = { from: "Team", destinations: [{ to: "+491700000000" }], text: "Héllo", callbackData: "m-1" };
const result = { id: "2250be2d4219-3af1-78856-aabe-1362af1edfd2", date: ANSWERED_AT };
const status = (groupId: number, groupName: string, name: string) => ({
  groupId,
  groupName,
  id: 26,
  name,
  description: "-",
});

const accepted = status(1, "PENDING", "PENDING_ACCEPTED");

const takes = (message: Record<string, unknown>, given: object = accepted): Exchange[] => [
  {
    request: { url: `${origin}/sms/2/text/advanced`, headers, json: { messages: [message] } },
    answer: {
      json: {
        messages: [{ to: "+491700000000", messageId: result.id, status: given }],
      },
    },
  },
];
const refuses = (groupId: number, groupName: string, name: string) => ({
  json: { messages: [{ to: "491700000000", messageId: result.id, status: status(groupId, groupName, name) }] },
});
const says = (httpStatus: number, messageId: string, text: string) => ({
  status: httpStatus,
  json: { requestError: { serviceException: { messageId, text } } },
});

testProvider(infobipSms, {
  credentials: { apiKey: "s3cret", baseUrl: origin, from: "Team" },
  message: { id: "m-1", to: "+491700000000", content: "Héllo" },
  refusalOf: (code) =>
    code.startsWith("REJECTED") || code.startsWith("MISSING") || code.startsWith("EC")
      ? {
          json: {
            messages: [
              {
                messageId: "i-1",
                status: { groupId: 5, groupName: "REJECTED", id: 1, name: code, description: "Infobip's words" },
              },
            ],
          },
        }
      : { status: 400, json: { requestError: { serviceException: { messageId: code, text: "Infobip's words" } } } },
  sends: {
    "a text from the integration's sender": { exchanges: takes(plain), result },
    "a text from another sender": {
      message: { from: "Other" },
      exchanges: takes({ ...plain, from: "Other" }),
      result,
    },
    "a text with a status of group OK": {
      exchanges: takes(plain, status(0, "OK", "NO_ERROR")),
      result,
    },
    "a text by an address as Infobip shows it": {
      credentials: { baseUrl: "abc12.api.infobip.com/" },
      exchanges: takes(plain),
      result,
    },
    "additions belong to the message": {
      message: { passthrough: { body: { destinations: [{ to: "491700000001" }], flash: true } } },
      exchanges: takes({ ...plain, destinations: [{ to: "+491700000000" }, { to: "491700000001" }], flash: true }),
      result,
    },
    "a text whose delivery is to be reported": {
      options: { reportUrl: REPORT_URL },
      exchanges: takes({ ...plain, notifyUrl: REPORT_URL, notifyContentType: "application/json" }),
      result,
    },
  },
  refusals: {
    "the message is rejected": { answer: refuses(5, "REJECTED", "REJECTED_NETWORK"), class: "PERMANENT" },
    "there is no credit": { answer: refuses(5, "REJECTED", "REJECTED_NOT_ENOUGH_CREDITS"), class: "FUNDS" },
    "the message cannot be delivered": {
      answer: refuses(2, "UNDELIVERABLE", "UNDELIVERABLE_REJECTED_OPERATOR"),
      class: "PERMANENT",
    },
    "the message has expired": { answer: refuses(4, "EXPIRED", "EXPIRED_EXPIRED"), class: "PERMANENT" },
    "the key is wrong": { answer: says(401, "UNAUTHORIZED", "Invalid login details"), class: "CREDENTIAL" },
    "too many requests": {
      answer: says(400, "TOO_MANY_REQUESTS", "Too many requests"),
      class: "RETRY",
      rate: "integration",
    },
    "the request is wrong": { answer: says(400, "BAD_REQUEST", "Bad Request"), class: "PERMANENT" },
  },
  check: [
    {
      request: { method: "GET", url: `${origin}/account/1/balance`, headers },
      answer: { json: { balance: 47.79134, currency: "EUR" } },
    },
  ],
});
