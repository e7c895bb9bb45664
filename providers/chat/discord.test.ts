import { testProvider } from "#test/support/provider-contract.ts";
import { ANSWERED_AT, type Exchange } from "#test/support/vendor-exchanges.ts";
import { discord } from "./discord.ts";

const webhookUrl = "https://discord.com/api/webhooks/1/s3cret";
const takes = (
  json: object,
  { url = `${webhookUrl}?wait=true`, answer = {} }: { url?: string; answer?: Exchange["answer"] } = {},
): Exchange[] => [
  {
    request: {
      url,
      headers: { "content-type": "application/json" },
      json: { allowed_mentions: { parse: [] }, ...json },
    },
    answer: { json: { id: "99", timestamp: "2026-05-05T11:59:58.000000+02:00" }, ...answer },
  },
];
const result = { id: "99", date: "2026-05-05T09:59:58.000Z" };

testProvider(discord, {
  limits: "recipient",
  credentials: {},
  message: { id: "m-1", webhookUrl, content: "Hi & <hello>" },
  refusalOf: (code) => ({ status: 400, json: { message: "Discord's words", code: Number(code) } }),
  sends: {
    "a text, for whose message Discord is asked to wait": { exchanges: takes({ content: "Hi & <hello>" }), result },
    "a text in a thread, with fields of the vendor's own": {
      message: { webhookUrl: `${webhookUrl}?thread_id=5`, customData: { username: "Belfry" } },
      exchanges: takes({ content: "Hi & <hello>", username: "Belfry" }, { url: `${webhookUrl}?thread_id=5&wait=true` }),
      result,
    },
    "a text that may mention everybody, by an override": {
      message: { customData: { allowed_mentions: { parse: ["everyone"] } } },
      exchanges: takes({ content: "Hi & <hello>", allowed_mentions: { parse: ["everyone"] } }),
      result,
    },
    "a server that does not wait has taken the message": {
      exchanges: takes({ content: "Hi & <hello>" }, { answer: { status: 204, json: undefined } }),
      result: { id: "m-1", date: ANSWERED_AT },
    },
  },
  statuses: { 404: "CREDENTIAL" },
  refusals: {
    "the message is empty": {
      answer: { status: 400, json: { code: 50006, message: "Cannot send an empty message" } },
      class: "PERMANENT",
    },
    "the address is unknown": {
      answer: { status: 404, json: { code: 10015, message: "Unknown Webhook" } },
      class: "CREDENTIAL",
    },
    "the address has a wrong token": {
      answer: { status: 401, json: { code: 50027, message: "Invalid Webhook Token" } },
      class: "CREDENTIAL",
    },
    "too many requests, with a fraction of a second": {
      answer: {
        status: 429,
        json: { message: "You are being rate limited.", retry_after: 1.3, global: false },
      },
      class: "RETRY",
      rate: "recipient",
      retryAfterSeconds: 2,
    },
    "too many requests to all webhooks": {
      answer: { status: 429, json: { message: "You are being rate limited.", retry_after: 0.5, global: true } },
      class: "RETRY",
      rate: "integration",
      retryAfterSeconds: 1,
    },
    "200, but there is no message": {
      answer: { json: { code: 50035, message: "Invalid Form Body" } },
      class: "PERMANENT",
    },
  },
});
