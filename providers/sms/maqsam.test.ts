import { testProvider } from "#test/support/provider-contract.ts";
import { ANSWERED_AT, type Exchange } from "#test/support/vendor-exchanges.ts";
import { maqsam } from "./maqsam.ts";

const url = "https://api.maqsam.com/v2/sms";
const headers = { authorization: `Basic ${Buffer.from("key-1s3cret:s3cret-2").toString("base64")}` };

const takes = (json: Record<string, unknown>, message: unknown = { identifier: "sms-1", timestamp: 1_777_975_198 }) =>
  [{ request: { url, headers, json }, answer: { json: { result: "success", message } } }] satisfies Exchange[];
const plain = { to: "+491700000000", message: "Héllo", sender: "Belfry" };
const result = { id: "sms-1", date: "2026-05-05T09:59:58.000Z" };

testProvider(maqsam, {
  credentials: { apiKey: "key-1s3cret", secretKey: "s3cret-2", from: "Belfry" },
  message: { id: "m-1", to: "+491700000000", content: "Héllo" },
  sends: {
    "a text": { exchanges: takes(plain), result },
    "a text from another sender": {
      message: { from: "Other" },
      exchanges: takes({ ...plain, sender: "Other" }),
      result,
    },
    "a text whose id is a number, and whose moment is not there": {
      exchanges: takes(plain, { identifier: 17 }),
      result: { id: "17", date: ANSWERED_AT },
    },
    "a text that has no id": {
      exchanges: takes(plain, { timestamp: 1_777_975_198 }),
      result: { id: "m-1", date: ANSWERED_AT },
    },
  },
  refusals: {
    "the sender is not allowed": {
      answer: { json: { result: "error", message: "Sender is not allowed" } },
      class: "PERMANENT",
    },
    "no balance is left": {
      answer: { json: { result: "error", message: "Insufficient balance" } },
      class: "FUNDS",
    },
    "no reason": { answer: { json: { result: "failure" } }, class: "PERMANENT" },
    "the key is wrong": { answer: { status: 401, json: { result: "error" } }, class: "CREDENTIAL" },
  },
});
