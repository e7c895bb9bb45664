import { testProvider } from "#test/support/provider-contract.ts";
import { ANSWERED_AT, type Exchange } from "#test/support/vendor-exchanges.ts";
import { slack } from "./slack.ts";

const url = "https://hooks.slack.com/services/T0/B0/s3cret";
const takes = (json: unknown, headers: Record<string, string> = { "x-slack-req-id": "r-1" }): Exchange[] => [
  {
    request: { url, headers: { "content-type": "application/json", authorization: undefined }, json },
    answer: { text: "ok", headers },
  },
];

testProvider(slack, {
  limits: "recipient",
  credentials: { applicationId: "A1", clientId: "1.2", secretKey: "hush" },
  message: { id: "m-1", webhookUrl: url, content: "Hi & <hello>" },
  refusalOf: (code) => ({ status: 400, text: code }),
  sends: {
    "a text": { exchanges: takes({ text: "Hi & <hello>" }), result: { id: "r-1", date: ANSWERED_AT } },
    "fields of the vendor's own": {
      message: { customData: { thread_ts: "1.2", blocks: [{ type: "divider" }] } },
      exchanges: takes({ text: "Hi & <hello>", thread_ts: "1.2", blocks: [{ type: "divider" }] }),
      result: { id: "r-1", date: ANSWERED_AT },
    },
    "an answer without an id": {
      exchanges: takes({ text: "Hi & <hello>" }, {}),
      result: { id: "m-1", date: ANSWERED_AT },
    },
  },
  statuses: { 404: "CREDENTIAL" },
  refusals: {
    "the payload is not valid": { answer: { status: 400, text: "invalid_payload" }, class: "PERMANENT" },
    "the workspace is gone": { answer: { status: 400, text: "no_team" }, class: "CREDENTIAL" },
    "the channel was archived": { answer: { status: 410, text: "channel_is_archived" }, class: "CREDENTIAL" },
    "Slack has failed": { answer: { status: 500, text: "rollup_error" }, class: "RETRY" },
    "too many requests": {
      answer: { status: 429, text: "rate_limited", headers: { "retry-after": "30" } },
      class: "RETRY",
      retryAfterSeconds: 30,
    },
    "200, but the payload is not valid": { answer: { text: "invalid_payload" }, class: "PERMANENT" },
    "200, but refused in JSON": { answer: { json: { ok: false, error: "invalid_blocks" } }, class: "PERMANENT" },
    "200, but the address was removed": { answer: { text: "no_active_hooks" }, class: "CREDENTIAL" },
  },
});
