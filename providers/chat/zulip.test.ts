import { testProvider } from "#test/support/provider-contract.ts";
import { ANSWERED_AT, type Exchange } from "#test/support/vendor-exchanges.ts";
import { zulip } from "./zulip.ts";

const url = "https://contoso.zulipchat.com/api/v1/external/slack_incoming?api_key=s3cret&stream=general";
const takes = (json: unknown, answer: object = { result: "success", msg: "" }): Exchange[] => [
  { request: { url, headers: { "content-type": "application/json" }, json }, answer: { json: answer } },
];
const result = { id: "m-1", date: ANSWERED_AT };

testProvider(zulip, {
  limits: "recipient",
  credentials: {},
  message: { id: "m-1", webhookUrl: url, content: "Hi *Ada*" },
  refusalOf: (code) => ({ status: 400, json: { result: "error", msg: "Zulip's words", code } }),
  sends: {
    "a text": { exchanges: takes({ text: "Hi *Ada*" }), result },
    "a text under a topic, with fields of the vendor's own": {
      message: { channel: "news", customData: { icon_emoji: ":tada:" } },
      exchanges: takes({ text: "Hi *Ada*", channel: "news", icon_emoji: ":tada:" }),
      result,
    },
    "a text to a newer server": { exchanges: takes({ text: "Hi *Ada*" }, { ok: true }), result },
  },
  statuses: { 404: "CREDENTIAL" },
  refusals: {
    "the key is not valid": {
      answer: { status: 401, json: { result: "error", msg: "Invalid API key", code: "INVALID_API_KEY" } },
      class: "CREDENTIAL",
    },
    "the channel is gone": {
      answer: {
        status: 400,
        json: { result: "error", msg: "Channel 'general' does not exist", code: "STREAM_DOES_NOT_EXIST" },
      },
      class: "CREDENTIAL",
    },
    "the channel is gone, in the words of a newer server": {
      answer: { status: 400, json: { ok: false, error: "Channel 'general' does not exist" } },
      class: "CREDENTIAL",
    },
    "the payload is malformed": {
      answer: { status: 400, json: { result: "error", msg: "Malformed payload", code: "BAD_REQUEST" } },
      class: "PERMANENT",
    },
    "200, but refused": {
      answer: { json: { result: "error", msg: "Malformed payload", code: "BAD_REQUEST" } },
      class: "PERMANENT",
    },
    "too many requests, with a fraction of a second": {
      answer: {
        status: 429,
        json: {
          result: "error",
          msg: "API usage exceeded rate limit",
          code: "RATE_LIMIT_HIT",
          "retry-after": 28.7,
        },
      },
      class: "RETRY",
      rate: "recipient",
      retryAfterSeconds: 29,
    },
    "too many requests, with another status": {
      answer: { status: 400, json: { result: "error", msg: "Slow down", code: "RATE_LIMIT_HIT" } },
      class: "RETRY",
      rate: "recipient",
    },
  },
});
