import { testProvider } from "#test/support/provider-contract.ts";
import { REPORT_URL } from "#test/support/report-calls.ts";
import { ANSWERED_AT, type Exchange } from "#test/support/vendor-exchanges.ts";
import { firetext } from "./firetext.ts";

const url = "https://www.firetext.co.uk/api/sendsms/json";
const plain = { apiKey: "s3cret", to: "447700900000", from: "Team", message: "Héllo", reference: "m-1" };
const result = { id: "m-1", date: ANSWERED_AT };

const takes = (form: Record<string, unknown>): Exchange[] => [
  {
    request: { url, form },
    answer: {
      headers: { "x-message": "vendor-1" },
      json: { code: 0, description: "SMS successfully queued", responseData: 1 },
    },
  },
];
const says = (code: number | string, description: string) => ({ json: { code, description } });

testProvider(firetext, {
  credentials: { apiKey: "s3cret", from: "Team" },
  message: { id: "m-1", to: "+447700900000", content: "Héllo" },
  refusalOf: (code) => ({ json: { code: Number(code), description: "FireText's words" } }),
  sends: {
    "a text from the integration's sender": { exchanges: takes(plain), result },
    "a text from another sender": {
      message: { from: "Other" },
      exchanges: takes({ ...plain, from: "Other" }),
      result,
    },
    "a text whose delivery is to be reported": {
      options: { reportUrl: REPORT_URL },
      exchanges: takes({ ...plain, receipt: REPORT_URL }),
      result,
    },
  },
  refusals: {
    "the key is wrong": { answer: says(1, "Authentication error"), class: "CREDENTIAL" },
    "no credit": { answer: says("7", "Insufficient credit"), class: "FUNDS" },
    "the destination is none": { answer: says(2, "Destination number(s) error"), class: "PERMANENT" },
  },
});
