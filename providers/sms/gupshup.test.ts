import { testProvider } from "#test/support/provider-contract.ts";
import { ANSWERED_AT, type Exchange } from "#test/support/vendor-exchanges.ts";
import { gupshup } from "./gupshup.ts";

const url = "https://enterprise.smsgupshup.com/GatewayAPI/rest";
const plain = {
  method: "sendMessage",
  send_to: "919812345678",
  msg: "Hi",
  msg_type: "text",
  auth_scheme: "plain",
  userid: "2000012345",
  password: "s3cret",
  v: "1.1",
  format: "text",
};
const id = "728014710863298817-1234567890";
const result = { id, date: ANSWERED_AT };

const takes = (form: Record<string, unknown>, text = `success | 919812345678 | ${id}\n`): Exchange[] => [
  { request: { url, form }, answer: { text } },
];

testProvider(gupshup, {
  credentials: { user: "2000012345", password: "s3cret" },
  message: { id: "m-1", to: "+919812345678", content: "Hi" },
  sends: {
    "a text from the account's mask": { exchanges: takes(plain), result },
    "a text from another mask, with what India's rules ask for": {
      message: { from: "BELFRY", customData: { principalEntityId: "1101", dltTemplateId: "1107", other: 1 } },
      exchanges: takes({ ...plain, mask: "BELFRY", principalEntityId: "1101", dltTemplateId: "1107" }),
      result,
    },
    "a text of other characters": {
      message: { content: "नमस्ते" },
      exchanges: takes({ ...plain, msg: "नमस्ते", msg_type: "Unicode_Text" }),
      result,
    },
    "an answer without an id": {
      exchanges: takes(plain, "success | 919812345678"),
      result: { ...result, id: "m-1" },
    },
  },
  refusalOf: (code) => ({ text: `error | ${code} | Gupshup's words` }),
  refusals: {
    "the password is wrong": {
      answer: { text: "error | 102 | Authentication failed due to invalid userId or password\n" },
      class: "CREDENTIAL",
    },
    "no such user": { answer: { text: "error | 103 | No such user" }, class: "CREDENTIAL" },
    "the account is disabled": { answer: { text: "error | 104 | The account is disabled" }, class: "CREDENTIAL" },
    "an unknown error": { answer: { text: "error | 100 | Unknown error" }, class: "RETRY" },
    "the number is none": {
      answer: { text: 'error | 105 | The phone number "91981" is not a valid phone number' },
      class: "PERMANENT",
    },
    "an error without a code": { answer: { text: "error" }, class: "PERMANENT" },
  },
});
