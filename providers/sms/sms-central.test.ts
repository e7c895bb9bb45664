import { expect, test } from "vitest";
import { testProvider } from "#test/support/provider-contract.ts";
import { type ReportContent, readReports } from "#test/support/report-calls.ts";
import { ANSWERED_AT, type Exchange } from "#test/support/vendor-exchanges.ts";
import { UnreadableReportError } from "../reports/delivery-reports.ts";
import { smsCentral } from "./sms-central.ts";

const credentials = { user: "u1", password: "s3cret-pass", from: "Belfry" };
const takes = (form: Record<string, unknown>, url = "https://my.smscentral.com.au/api/v3.2"): Exchange[] => [
  { request: { url, form }, answer: { text: "0" } },
];
const plain = {
  USERNAME: "u1",
  PASSWORD: "s3cret-pass",
  ACTION: "send",
  ORIGINATOR: "Belfry",
  RECIPIENT: "+61400000000",
  MESSAGE_TEXT: "Héllo",
  REFERENCE: "m-1",
};
const result = { id: "m-1", date: ANSWERED_AT };
const contract = { credentials, message: { id: "m-1", to: "+61400000000", content: "Héllo" } };

testProvider(smsCentral, {
  ...contract,
  sends: {
    "a text": { exchanges: takes(plain), result },
    "a text from another sender": {
      message: { from: "shared" },
      exchanges: takes({ ...plain, ORIGINATOR: "shared" }),
      result,
    },
    "a text with an id that is longer than a reference": {
      message: { id: "m".repeat(120) },
      exchanges: takes({ ...plain, REFERENCE: "m".repeat(100) }),
      result: { id: "m".repeat(100), date: ANSWERED_AT },
    },
  },
  refusals: {
    "the password is wrong": { answer: { text: "511\nUsername or Password incorrect" }, class: "CREDENTIAL" },
    "no credit is left": { answer: { text: "512 Insufficient credit" }, class: "FUNDS" },
    "another reason": { answer: { text: "513 Invalid recipient" }, class: "PERMANENT" },
  },
});

testProvider(smsCentral, {
  ...contract,
  sends: {
    "a text to an address of the customer's own": {
      credentials: { baseUrl: "https://sms.example/wrapper/sms" },
      exchanges: takes(plain, "https://sms.example/wrapper/sms"),
      result,
    },
  },
});

const read = (call: ReportContent) => readReports(smsCentral, credentials, call);
const receipt = { ORIGINATOR: "Belfry", RECIPIENT: "61400000000", ID: "v-1", REFERENCE: "m-1", RESULT: "0" };

test.each([
  ["DELIVERD", "delivered"],
  ["DELIVRD", "delivered"],
  ["BUFFRED", "queued"],
  ["FAILED", "failed"],
])("the status %s is %s, in the query or in a form", async (STATUS, status) => {
  const fields = { ...receipt, STATUS, STATUSDESCRIPTION: "because" };
  const report = { identifier: "m-1", status, at: null, response: "because", raw: fields };
  expect(await read({ query: fields })).toEqual([report]);
  expect(await read({ form: fields })).toEqual([report]);
});

test("neither the account's password nor the text is kept of a report", async () => {
  const [report] = await read({
    query: { ...receipt, STATUS: "FAILED", USER_NAME: "u", PASSWORD: "p", MESSAGE_TEXT: "Hello" },
  });
  expect(report?.raw).toEqual({ ...receipt, STATUS: "FAILED", USER_NAME: "u" });
});

test("a status that is not known is left out", async () => {
  expect(await read({ query: { ...receipt, STATUS: "constructor" } })).toEqual([]);
});

test.each([
  { query: {} },
  { query: { STATUS: "FAILED" } },
  { query: { REFERENCE: "m-1" } },
  { body: "{}" },
  { body: "" },
])("%j is no report", async (call) => {
  await expect(read(call)).rejects.toThrow(UnreadableReportError);
});
