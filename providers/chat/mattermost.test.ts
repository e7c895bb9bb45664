import { testProvider } from "#test/support/provider-contract.ts";
import { ANSWERED_AT, type Exchange } from "#test/support/vendor-exchanges.ts";
import { mattermost } from "./mattermost.ts";

const url = "https://chat.example.com/hooks/s3cret";
const takes = (json: unknown, headers: Record<string, string> = { "x-request-id": "r-1" }): Exchange[] => [
  { request: { url, headers: { "content-type": "application/json" }, json }, answer: { text: "ok", headers } },
];
const result = { id: "r-1", date: ANSWERED_AT };
const refusal = (id: string, message: string, status: number) => ({
  status,
  json: { id: `${id}.app_error`, message, detailed_error: "", request_id: "r-2", status_code: status },
});

testProvider(mattermost, {
  limits: "recipient",
  credentials: {},
  message: { id: "m-1", webhookUrl: url, content: "Hi & <hello>" },
  sends: {
    "a text": { exchanges: takes({ text: "Hi & <hello>" }), result },
    "a text to one of the channels, with fields of the vendor's own": {
      message: { channel: "@ada", customData: { username: "Belfry", props: { card: "C" } } },
      exchanges: takes({ text: "Hi & <hello>", channel: "@ada", username: "Belfry", props: { card: "C" } }),
      result,
    },
    "an answer without an id": {
      exchanges: takes({ text: "Hi & <hello>" }, {}),
      result: { id: "m-1", date: ANSWERED_AT },
    },
  },
  statuses: { 404: "CREDENTIAL" },
  refusalOf: (code) => refusal(code, "Mattermost's words", 400),
  refusals: {
    "the address is unknown": {
      answer: refusal("web.incoming_webhook.invalid", "Invalid webhook.", 400),
      class: "CREDENTIAL",
    },
    "incoming webhooks are switched off": {
      answer: refusal("web.incoming_webhook.disabled", "Incoming webhooks have been disabled.", 501),
      class: "CREDENTIAL",
    },
    "the channel does not exist": {
      answer: refusal("web.incoming_webhook.channel", "Couldn't find the channel.", 404),
      class: "CREDENTIAL",
    },
    "the address is locked to another channel": {
      answer: refusal(
        "web.incoming_webhook.channel_locked",
        "This webhook is not permitted to post to the requested channel.",
        403,
      ),
      class: "PERMANENT",
    },
    "there is no text": {
      answer: refusal("web.incoming_webhook.text", "No text specified.", 400),
      class: "PERMANENT",
    },
  },
});
