import { expect, test } from "vitest";
import { testProvider } from "#test/support/provider-contract.ts";
import { type ReportContent, readReports } from "#test/support/report-calls.ts";
import { ANSWERED_AT, type Exchange, type VendorAnswer } from "#test/support/vendor-exchanges.ts";
import { UnreadableReportError } from "../reports/delivery-reports.ts";
import { kannel } from "./kannel.ts";
import { reportAddress } from "./reports/kannel-reports.ts";

const credentials = { host: "sms.example", port: 13013, user: "u1", password: "s3cret-pass", from: "Belfry" };
const plain = { username: "u1", password: "s3cret-pass", from: "Belfry", to: "+491700000000", text: "Hello" };
const result = { id: "m-1", date: ANSWERED_AT };

const takes = (
  query: Record<string, string>,
  answer: VendorAnswer = { status: 202, text: "0: Accepted for delivery" },
): Exchange[] => [
  {
    request: { method: "GET", url: `http://sms.example:13013/cgi-bin/sendsms?${new URLSearchParams(query)}` },
    answer,
  },
];

testProvider(kannel, {
  credentials,
  message: { id: "m-1", to: "+491700000000", content: "Hello" },
  sends: {
    "a text": { exchanges: takes(plain), result },
    "a text that Kannel sends later": {
      exchanges: takes(plain, { text: "3: Queued for later delivery" }),
      result,
    },
    "a text of an account without a name": {
      credentials: { user: "", password: "" },
      exchanges: takes({ from: "Belfry", to: "+491700000000", text: "Hello" }),
      result,
    },
    "a text from another sender": { message: { from: "Other" }, exchanges: takes({ ...plain, from: "Other" }), result },
    "a text with umlauts": {
      message: { content: "Grüße [1] für 2 €" },
      exchanges: takes({ ...plain, text: "Grüße [1] für 2 €", charset: "UTF-8" }),
      result,
    },
    "a text in Unicode": {
      message: { content: "Привет" },
      exchanges: takes({ ...plain, text: "Привет", charset: "UTF-8", coding: "2" }),
      result,
    },
    "a text with a grave accent of its own, which the alphabet of text messages has not": {
      message: { content: "`ls`" },
      exchanges: takes({ ...plain, text: "`ls`", charset: "UTF-8", coding: "2" }),
      result,
    },
    "a text whose delivery is to be reported": {
      options: { reportUrl: "https://belfry.example/reports" },
      exchanges: takes({
        ...plain,
        "dlr-mask": "31",
        "dlr-url": "https://belfry.example/reports?id=m-1&status=%d&answer=%A&at=%T",
      }),
      result,
    },
    "a text whose delivery is to be reported elsewhere": {
      message: { passthrough: { body: { "dlr-url": "https://example.com/own" } } },
      options: { reportUrl: "https://belfry.example/reports" },
      exchanges: takes({ ...plain, "dlr-mask": "31", "dlr-url": "https://example.com/own" }),
      result,
    },
    "a text with additions, which are all in the query": {
      message: { passthrough: { body: { smsc: "fast", mclass: 0 }, query: { priority: "2" } } },
      exchanges: takes({ ...plain, smsc: "fast", mclass: "0", priority: "2" }),
      result,
    },
  },
  refusals: {
    "the password is wrong": { answer: { status: 403, text: "Authorization failed for sendsms" }, class: "CREDENTIAL" },
    "the password is wrong, by a version that answers 200": {
      answer: { text: "Authorization failed for sendsms" },
      class: "CREDENTIAL",
    },
    "the number is missing": { answer: { status: 400, text: "Missing receiver number, rejected" }, class: "PERMANENT" },
    "another thing, by a version that answers 200": {
      answer: { text: "Sender missing, rejected" },
      class: "PERMANENT",
    },
    "not now": { answer: { status: 503, text: "Temporal failure, try again later." }, class: "RETRY" },
    "not now, by a version that answers 200": {
      answer: { text: "Temporal failure, try again later." },
      class: "RETRY",
    },
  },
});

const read = (call: ReportContent) => readReports(kannel, credentials, call);

test("an address that carries something of its own keeps it", () => {
  expect(reportAddress("https://belfry.example/r?key=a%20b", "m%1")).toBe(
    "https://belfry.example/r?key=a%%20b&id=m%%251&status=%d&answer=%A&at=%T",
  );
});

test.each([
  ["1", "delivered"],
  ["2", "failed"],
  ["4", "queued"],
  ["8", "accepted"],
  ["16", "rejected"],
  ["34", "failed"],
  ["66", "failed"],
])("the report %s is %s", async (given, status) => {
  const query = { id: "m-1", status: given, answer: "ACK/", at: "1777975198" };
  expect(await read({ query })).toEqual([
    { identifier: "m-1", status, at: new Date(1_777_975_198_000), response: "ACK/", raw: query },
  ]);
});

test("a report that has no answer and no moment", async () => {
  const query = { id: "m-1", status: "1", answer: "", at: "%T" };
  expect(await read({ query })).toMatchObject([{ at: null, response: undefined }]);
});

test("a status that is not known is left out", async () => {
  expect(await read({ query: { id: "m-1", status: "32" } })).toEqual([]);
});

test.each([{}, { id: "m-1" }, { status: "1" }, { id: ["m-1", "m-2"], status: "1" }])(
  "%j is no report",
  async (query) => {
    await expect(read({ query })).rejects.toThrow(UnreadableReportError);
  },
);
