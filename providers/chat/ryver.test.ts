import { testProvider } from "#test/support/provider-contract.ts";
import { ANSWERED_AT, type Exchange } from "#test/support/vendor-exchanges.ts";
import { ryver } from "./ryver.ts";

const url = "https://contoso.ryver.com/application/webhook/s3cret";
const takes = (json: unknown): Exchange[] => [
  { request: { url, headers: { "content-type": "application/json" }, json }, answer: {} },
];
const result = { id: "m-1", date: ANSWERED_AT };

testProvider(ryver, {
  limits: "recipient",
  credentials: {},
  message: { id: "m-1", webhookUrl: url, content: "Hi **Ada**" },
  sends: {
    "a text": { exchanges: takes({ body: "Hi **Ada**" }), result },
    "a topic, from a sender of its own": {
      message: { customData: { subject: "News", createSource: { displayName: "Belfry" } } },
      exchanges: takes({ body: "Hi **Ada**", subject: "News", createSource: { displayName: "Belfry" } }),
      result,
    },
  },
  statuses: { 404: "CREDENTIAL" },
});
