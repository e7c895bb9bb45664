import { testProvider } from "#test/support/provider-contract.ts";
import { ANSWERED_AT, type Exchange, type VendorAnswer } from "#test/support/vendor-exchanges.ts";
import { termii } from "./termii.ts";

const answer = { message_id: "9122821270554876574", message: "Successfully Sent", balance: 9, user: "Belfry" };
const takes = (
  json: Record<string, unknown>,
  answered: VendorAnswer = { json: answer },
  origin = "https://api.ng.termii.com",
): Exchange[] => [{ request: { url: `${origin}/api/sms/send`, json }, answer: answered }];
const plain = {
  to: "2348012345678",
  from: "Belfry",
  sms: "Héllo",
  type: "plain",
  channel: "generic",
  api_key: "s3cret-key",
};
const result = { id: "9122821270554876574", date: ANSWERED_AT };
const contract = {
  credentials: { apiKey: "s3cret-key", from: "Belfry" },
  message: { id: "m-1", to: "+2348012345678", content: "Héllo" },
};

testProvider(termii, {
  ...contract,
  sends: {
    "a text": { exchanges: takes(plain), result },
    "a text from another sender": { message: { from: "Other" }, exchanges: takes({ ...plain, from: "Other" }), result },
    "a text by the address of the account": {
      credentials: { baseUrl: "https://v3.api.termii.com/" },
      exchanges: takes(plain, { json: answer }, "https://v3.api.termii.com"),
      result,
    },
    "a text whose id is a number of many digits": {
      exchanges: takes(plain, {
        text: '{"code":"ok","message_id": 9122821270554876574,"message":"Successfully Sent"}',
      }),
      result,
    },
    "a text whose id is given in both ways": {
      exchanges: takes(plain, { text: '{"message_id":9122821270554876574,"message_id_str":"9122821270554876574"}' }),
      result,
    },
  },
  refusals: {
    "the sender is not registered": {
      answer: { status: 404, json: { code: 404, message: "ApplicationSenderId not found for applicationId" } },
      class: "PERMANENT",
    },
    "the sender is not registered, with a status of success": {
      answer: { json: { message: "Sender ID is not approved" } },
      class: "PERMANENT",
    },
    "no balance is left": { answer: { status: 400, json: { message: "Insufficient balance" } }, class: "FUNDS" },
    "no balance is left, with a status of success": {
      answer: { json: { message: "Insufficient balance" } },
      class: "FUNDS",
    },
    "the key is wrong": { answer: { status: 401, json: { message: "Invalid API key" } }, class: "CREDENTIAL" },
    "too many requests": {
      answer: { status: 429, json: { message: "Too Many Attempts." }, headers: { "retry-after": "9" } },
      class: "RETRY",
      retryAfterSeconds: 9,
    },
  },
  check: [
    {
      request: { method: "GET", url: "https://api.ng.termii.com/api/get-balance?api_key=s3cret-key" },
      answer: { json: { user: "Belfry", balance: 9, currency: "NGN" } },
    },
  ],
});

testProvider(termii, {
  ...contract,
  sends: {
    "a text by an address that is not Termii's": {
      credentials: { baseUrl: "https://relay.example" },
      exchanges: takes(plain, { json: answer }, "https://relay.example"),
      result,
    },
  },
  check: [
    {
      request: { method: "GET", url: "https://relay.example/api/get-balance?api_key=s3cret-key" },
      answer: { json: {} },
    },
  ],
});
