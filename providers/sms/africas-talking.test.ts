import { testProvider } from "#test/support/provider-contract.ts";
import { ANSWERED_AT, type Exchange } from "#test/support/vendor-exchanges.ts";
import { africasTalking } from "./africas-talking.ts";

const url = "https://api.africastalking.com/version1/messaging";
const headers = { apikey: "s3cret-key", accept: "application/json" };

const answered = (recipient: object) => ({
  status: 201,
  json: {
    SMSMessageData: {
      Message: "Sent to 1/1 Total Cost: KES 0.8000",
      Recipients: [
        {
          statusCode: 101,
          number: "+254711000000",
          status: "Success",
          cost: "KES 0.8000",
          messageId: "ATXid_1",
          ...recipient,
        },
      ],
    },
  },
});
const refused = (Message: string) => ({ status: 201, json: { SMSMessageData: { Message, Recipients: [] } } });
const takes = (form: Record<string, unknown>, recipient: object = {}, address = url): Exchange[] => [
  { request: { url: address, headers, form }, answer: answered(recipient) },
];
const plain = { username: "belfry", to: "+254711000000", message: "Héllo", from: "Belfry", bulkSMSMode: "1" };
const result = { id: "ATXid_1", date: ANSWERED_AT };

testProvider(africasTalking, {
  credentials: { apiKey: "s3cret-key", user: "belfry", from: "Belfry" },
  message: { id: "m-1", to: "+254711000000", content: "Héllo" },
  refusalOf: (code) => ({
    status: 201,
    json: {
      SMSMessageData: {
        Message: "Sent to 0/1",
        Recipients: [{ statusCode: Number(code), status: "Refused", messageId: "None" }],
      },
    },
  }),
  sends: {
    "a text": { exchanges: takes(plain), result },
    "a text that is processed": { exchanges: takes(plain, { statusCode: 100 }), result },
    "a text whose code is given as a text": { exchanges: takes(plain, { statusCode: "101" }), result },
    "a text that is queued": { exchanges: takes(plain, { statusCode: 102 }), result },
    "a text from another sender": { message: { from: "Other" }, exchanges: takes({ ...plain, from: "Other" }), result },
    "a text without a sender": {
      message: { from: "" },
      exchanges: takes({ username: "belfry", to: "+254711000000", message: "Héllo", bulkSMSMode: "1" }),
      result,
    },
    "a text of the sandbox": {
      credentials: { user: "sandbox" },
      exchanges: takes(
        { ...plain, username: "sandbox" },
        {},
        "https://api.sandbox.africastalking.com/version1/messaging",
      ),
      result,
    },
  },
  refusals: {
    "the sender is none": { answer: refused("InvalidSenderId"), class: "PERMANENT" },
    "no balance is left": { answer: answered({ statusCode: 405, status: "InsufficientBalance" }), class: "FUNDS" },
    "no balance is left, without a recipient": { answer: refused("InsufficientBalance"), class: "FUNDS" },
    "the number is none": { answer: answered({ statusCode: 403, status: "InvalidPhoneNumber" }), class: "PERMANENT" },
    "the recipient is on the blocklist": {
      answer: answered({ statusCode: 406, status: "UserInBlacklist", messageId: "None" }),
      class: "PERMANENT",
    },
    "the gateway failed": { answer: answered({ statusCode: 501, status: "GatewayError" }), class: "RETRY" },
    "the key is wrong": {
      answer: { status: 401, text: "The supplied authentication is invalid" },
      class: "CREDENTIAL",
    },
  },
  check: [
    {
      request: { method: "GET", url: "https://api.africastalking.com/version1/user?username=belfry", headers },
      answer: { json: { UserData: { balance: "KES 1000.00" } } },
    },
  ],
});
