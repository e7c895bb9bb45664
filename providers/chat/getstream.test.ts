import { testProvider } from "#test/support/provider-contract.ts";
import { ANSWERED_AT, type Exchange } from "#test/support/vendor-exchanges.ts";
import { getstream } from "./getstream.ts";

const url = "https://chat.example.com/stream";
const takes = (json: unknown, headers: Record<string, string> = { "x-webhook-id": "w-1" }): Exchange[] => [
  {
    request: { url, headers: { "x-api-key": "s3cret-key", "content-type": "application/json" }, json },
    answer: { headers },
  },
];
const result = { id: "w-1", date: ANSWERED_AT };

testProvider(getstream, {
  credentials: { apiKey: "s3cret-key", baseUrl: "https://chat.example.com" },
  message: { id: "m-1", webhookUrl: url, content: "Hi" },
  sends: {
    "a text": { exchanges: takes({ text: "Hi" }), result },
    "fields of the receiver's own": {
      message: { customData: { user_id: "ada" } },
      exchanges: takes({ text: "Hi", user_id: "ada" }),
      result,
    },
    "an answer without an id": { exchanges: takes({ text: "Hi" }, {}), result: { id: "m-1", date: ANSWERED_AT } },
  },
  statuses: { 404: "CREDENTIAL" },
});
