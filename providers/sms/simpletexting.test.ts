import { testProvider } from "#test/support/provider-contract.ts";
import { ANSWERED_AT, type Exchange } from "#test/support/vendor-exchanges.ts";
import { simpletexting } from "./simpletexting.ts";

const url = "https://api-app2.simpletexting.com/v2/api/messages";
const headers = { authorization: "Bearer s3cret-key" };
const takes = (json: Record<string, unknown>): Exchange[] => [
  { request: { url, headers, json }, answer: { status: 201, json: { id: "62c6f15b", credits: 1 } } },
];
const plain = { contactPhone: "2025550123", accountPhone: "8005550100", mode: "SINGLE_SMS_STRICTLY", text: "Héllo" };
const result = { id: "62c6f15b", date: ANSWERED_AT };

testProvider(simpletexting, {
  credentials: { apiKey: "s3cret-key", from: "+1 (800) 555-0100" },
  message: { id: "m-1", to: "+12025550123", content: "Héllo" },
  sends: {
    "a text": { exchanges: takes(plain), result },
    "a text from another number": {
      message: { from: "8005550199" },
      exchanges: takes({ ...plain, accountPhone: "8005550199" }),
      result,
    },
    "a text to a number that is none of North America's": {
      message: { to: "+49 170 0000000" },
      exchanges: takes({ ...plain, contactPhone: "491700000000" }),
      result,
    },
  },
  refusals: {
    "the text is too long": {
      answer: { status: 400, json: { code: "TEXT_TOO_LONG", message: "Text is too long for a single SMS" } },
      class: "PERMANENT",
    },
    "the recipient has unsubscribed": { answer: { status: 409, json: { code: "CONFLICT" } }, class: "PERMANENT" },
    "the key is wrong": { answer: { status: 401 }, class: "CREDENTIAL" },
  },
  check: [
    {
      request: { method: "GET", url: "https://api-app2.simpletexting.com/v2/api/tenant", headers },
      answer: { json: { email: "team@example.com" } },
    },
  ],
});
