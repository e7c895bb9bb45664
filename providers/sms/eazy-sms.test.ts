import { testProvider } from "#test/support/provider-contract.ts";
import { ANSWERED_AT, type Exchange } from "#test/support/vendor-exchanges.ts";
import { eazySms } from "./eazy-sms.ts";

const takes = (url: string, id: unknown = "e-1"): Exchange[] => [
  {
    request: {
      url,
      headers: { authorization: "Bearer s3cret-key" },
      json: { message: { type: "text", text: "Héllo" } },
    },
    answer: { json: { id } },
  },
];
const url = "https://api.eazy.im/v3/channels/c1@sms.eazy.im/messages/+491700000000@sms.eazy.im";
const result = { id: "e-1", date: ANSWERED_AT };

testProvider(eazySms, {
  credentials: { apiKey: "s3cret-key", channelId: "c1@sms.eazy.im" },
  message: { id: "m-1", to: "+491700000000", content: "Héllo" },
  sends: {
    "a text": { exchanges: takes(url), result },
    "ids that would lead to another path stay one part of it": {
      credentials: { channelId: "c/1" },
      message: { to: "../49" },
      exchanges: takes("https://api.eazy.im/v3/channels/c%2F1/messages/..%2F49@sms.eazy.im"),
      result,
    },
    "an id that is a number": { exchanges: takes(url, 7), result: { id: "7", date: ANSWERED_AT } },
  },
});
