import { testProvider } from "#test/support/provider-contract.ts";
import { ANSWERED_AT, type Exchange } from "#test/support/vendor-exchanges.ts";
import { bandwidth } from "./bandwidth.ts";

const url = "https://messaging.bandwidth.com/api/v2/users/9900000/messages";
const headers = { authorization: `Basic ${Buffer.from("u1:s3cret-pass").toString("base64")}` };
const takes = (json: Record<string, unknown>, answer: object = {}): Exchange[] => [
  {
    request: { url, headers, json },
    answer: {
      status: 202,
      json: {
        id: "1589228074636lm4k2je7j7jklbn2",
        owner: "+15554443333",
        applicationId: "app-1",
        time: "2026-05-05T09:59:58.123Z",
        segmentCount: 1,
        direction: "out",
        tag: "m-1",
        ...answer,
      },
    },
  },
];
const plain = { applicationId: "app-1", to: ["+15552223333"], from: "+15554443333", text: "Héllo", tag: "m-1" };
const { applicationId: _, ...withoutApplication } = plain;
const result = { id: "1589228074636lm4k2je7j7jklbn2", date: "2026-05-05T09:59:58.123Z" };
const problem = (type: string, description: string) => ({ type, description });

testProvider(bandwidth, {
  credentials: {
    user: "u1",
    password: "s3cret-pass",
    accountSid: "9900000",
    applicationId: "app-1",
    from: "+15554443333",
  },
  message: { id: "m-1", to: "+15552223333", content: "Héllo" },
  sends: {
    "a text": { exchanges: takes(plain), result },
    "a text from another number": {
      message: { from: "+15554440000" },
      exchanges: takes({ ...plain, from: "+15554440000" }),
      result,
    },
    "a text of an application that the trigger names": {
      message: { customData: { applicationId: "app-2" } },
      exchanges: takes({ ...plain, applicationId: "app-2" }),
      result,
    },
    "a text of an application that nobody names": {
      credentials: { applicationId: "" },
      message: { customData: { applicationId: "" } },
      exchanges: takes(withoutApplication),
      result,
    },
    "a text whose moment Bandwidth does not say": {
      exchanges: takes(plain, { time: null }),
      result: { id: result.id, date: ANSWERED_AT },
    },
  },
  refusalOf: (code) => ({ status: 400, json: { type: "x", description: "Bandwidth's words", code } }),
  refusals: {
    "a field is missing": {
      answer: { status: 400, json: problem("request-validation", "'applicationId' must not be null") },
      class: "PERMANENT",
    },
    "the password is wrong": {
      answer: { status: 401, json: problem("unauthorized", "Authentication Failed") },
      class: "CREDENTIAL",
    },
    "the account may not send": {
      answer: { status: 403, json: problem("forbidden", "Access Denied") },
      class: "CREDENTIAL",
    },
    "too many requests": {
      answer: { status: 429, json: problem("too-many-requests", "Too many requests. Please try again later.") },
      class: "RETRY",
    },
  },
});
