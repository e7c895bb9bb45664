import { testProvider } from "#test/support/provider-contract.ts";
import { ANSWERED_AT, type Exchange } from "#test/support/vendor-exchanges.ts";
import { mobishastra } from "./mobishastra.ts";

const takes = (
  more: object = {},
  answer: object = {},
  url = "https://mshastra.com/sendsms_api_json.aspx",
): Exchange[] => [
  {
    request: {
      url,
      headers: { "content-type": "application/json" },
      json: [
        {
          user: "belfry",
          pwd: "s3cret",
          sender: "BELFRY",
          number: "491700000000",
          msg: "Hello",
          language: "English",
          ...more,
        },
      ],
    },
    answer: { json: [{ msg_id: " 9001 ", number: "491700000000", str_response: "Send Successful", ...answer }] },
  },
];
const result = { id: "9001", date: ANSWERED_AT };
const refusal = (json: object) => ({ json: [json] });

testProvider(mobishastra, {
  credentials: {
    baseUrl: "https://mshastra.com/sendsms_api_json.aspx",
    user: "belfry",
    password: "s3cret",
    from: "BELFRY",
  },
  message: { id: "m-1", to: "+49 170 0000000", content: "Hello" },
  sends: {
    "a text from the integration's sender": { exchanges: takes(), result },
    "a text from another sender": { message: { from: "SHOP" }, exchanges: takes({ sender: "SHOP" }), result },
    "a text in another alphabet": {
      message: { content: "Olá 👋" },
      exchanges: takes({ msg: "Olá 👋", language: "Unicode" }),
      result,
    },
    "a text to another region's address": {
      credentials: { baseUrl: "https://saudi.mshastra.com/sendsms_api_json.aspx" },
      exchanges: takes({}, {}, "https://saudi.mshastra.com/sendsms_api_json.aspx"),
      result,
    },
    "an id that is a number": { exchanges: takes({}, { msg_id: 9001 }), result },
  },
  refusals: {
    "the password is wrong": {
      answer: refusal({ msg_id: "", str_response: "Invalid User or Password" }),
      class: "CREDENTIAL",
    },
    "the account is not authorised": { answer: refusal({ response: "Authorization failed" }), class: "CREDENTIAL" },
    "no credit is left": {
      answer: refusal({ msg_id: " ", str_response: "No more credits in user account" }),
      class: "FUNDS",
    },
    "the number is not valid": {
      answer: refusal({ msg_id: null, response: "Invalid mobile number" }),
      class: "PERMANENT",
    },
  },
});
