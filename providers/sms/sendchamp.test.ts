import { testProvider } from "#test/support/provider-contract.ts";
import { ANSWERED_AT, type Exchange } from "#test/support/vendor-exchanges.ts";
import { sendchamp } from "./sendchamp.ts";

const url = "https://api.sendchamp.com/api/v1/sms/send";
const headers = { authorization: "Bearer s3cret-key" };
const takes = (json: Record<string, unknown>, data: object = {}): Exchange[] => [
  {
    request: { url, headers, json },
    answer: {
      json: {
        status: "success",
        code: 200,
        message: "Message sent",
        data: { id: "sc-1", business_id: "b-1", created_at: "2026-05-05T09:59:58.000Z", ...data },
      },
    },
  },
];
const plain = { to: ["2348012345678"], message: "Héllo", sender_name: "Belfry", route: "international" };
const date = "2026-05-05T09:59:58.000Z";

testProvider(sendchamp, {
  credentials: { apiKey: "s3cret-key", from: "Belfry" },
  message: { id: "m-1", to: "+2348012345678", content: "Héllo" },
  sends: {
    "a text": { exchanges: takes(plain), result: { id: "sc-1", date } },
    "a text from another sender": {
      message: { from: "Other" },
      exchanges: takes({ ...plain, sender_name: "Other" }),
      result: { id: "sc-1", date },
    },
    "a text that has a reference": {
      exchanges: takes(plain, { id: undefined, reference: "MN-SMS-1" }),
      result: { id: "MN-SMS-1", date },
    },
    "a text that has no other id than that of the business, and no moment": {
      exchanges: takes(plain, { id: undefined, created_at: undefined }),
      result: { id: "b-1", date: ANSWERED_AT },
    },
    "a text with a moment in no known zone": {
      exchanges: takes(plain, { created_at: "2026-05-05 09:59:58" }),
      result: { id: "sc-1", date: ANSWERED_AT },
    },
    "a text that has no id": {
      exchanges: takes(plain, { id: "", business_id: null }),
      result: { id: "m-1", date },
    },
  },
  refusals: {
    "the sender is not approved": {
      answer: { json: { status: "failed", code: 400, message: "Sender ID is not approved", data: null } },
      class: "PERMANENT",
    },
    "no balance is left": {
      answer: { json: { status: "failed", message: "Insufficient wallet balance" } },
      class: "FUNDS",
    },
    "a refusal without a reason": { answer: { json: { status: 422 } }, class: "PERMANENT" },
    "the key is wrong": {
      answer: { status: 401, json: { status: "error", message: "Unauthorized" } },
      class: "CREDENTIAL",
    },
  },
});
