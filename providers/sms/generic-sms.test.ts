import { afterAll, beforeAll, expect, test } from "vitest";
import { testProvider } from "#test/support/provider-contract.ts";
import {
  ANSWERED_AT,
  answering,
  type Exchange,
  type FakeVendors,
  startFakeVendors,
} from "#test/support/vendor-exchanges.ts";
import { createHttp, type HttpClient } from "../http/http.ts";
import type { SendOptions } from "../send-context.ts";
import { genericSms } from "./generic-sms.ts";

const url = "https://sms.example/send";
const tokenUrl = "https://sms.example/token";
const credentials = {
  baseUrl: url,
  apiKeyRequestHeader: "X-Api-Key",
  apiKey: "s3cret-key",
  from: "Belfry",
  idPath: "data.id",
  datePath: "data.date",
};
const message = { id: "m-1", to: "+491700000000", content: "Héllo" };
const headers = { "x-api-key": "s3cret-key", "x-secret": undefined };
const plain = { to: "+491700000000", from: "Belfry", content: "Héllo", id: "m-1", sender: "Belfry" };
const result = { id: "g-1", date: "2026-05-05T09:59:58.000Z" };
const answer = { data: { id: "g-1", date: "2026-05-05T09:59:58Z" } };
const takes = (json: Record<string, unknown>, answered: unknown = answer): Exchange[] => [
  { request: { url, headers, json }, answer: { json: answered } },
];

testProvider(genericSms, {
  credentials,
  message,
  sends: {
    "a text": { exchanges: takes(plain), result },
    "a text from another sender, with data of the trigger's": {
      message: { from: "Other", customData: { route: "fast" } },
      exchanges: takes({ ...plain, from: "Other", sender: "Other", customData: { route: "fast" } }),
      result,
    },
    "a text with both keys": {
      credentials: { secretKeyRequestHeader: "X-Secret", secretKey: "s3cret-2" },
      exchanges: [
        {
          request: { url, headers: { "x-api-key": "s3cret-key", "x-secret": "s3cret-2" }, json: plain },
          answer: { json: answer },
        },
      ],
      result,
    },
    "a text with a key that has no header": {
      credentials: { secretKey: "s3cret-2" },
      exchanges: takes(plain),
      result,
    },
    "a text whose id is in a list, and whose moment is a number of seconds": {
      credentials: { idPath: "messages.0.number", datePath: "at" },
      exchanges: takes(plain, { messages: [{ number: 17 }], at: 1_777_975_198 }),
      result: { id: "17", date: result.date },
    },
    "a text whose moment is a number of milliseconds, at the place that is meant where none is set": {
      credentials: { datePath: "" },
      exchanges: takes(plain, { ...answer, date: 1_777_975_198_000 }),
      result,
    },
    "a text whose moment is none": {
      exchanges: takes(plain, { data: { id: "g-1", date: "soon" } }),
      result: { id: "g-1", date: ANSWERED_AT },
    },
    "a text with a path that ends before its last part": {
      credentials: { datePath: "data.id.date.day" },
      exchanges: takes(plain),
      result: { id: "g-1", date: ANSWERED_AT },
    },
  },
  refusals: {
    "the answer has no id": { answer: { json: { error: "No such route" } }, class: "PERMANENT" },
    "the id is an object": { answer: { json: { data: { id: { value: 1 } } } }, class: "PERMANENT" },
    "the gateway fails": { answer: { status: 500 }, class: "RETRY" },
  },
});

const withToken = { authenticateByToken: true, domain: tokenUrl, authenticationTokenKey: "x-token" };
const gives = (token: string): Exchange => ({
  request: { url: tokenUrl, headers },
  answer: { json: { data: { "x-token": token, other: "s3cret-other" } } },
});
const takesWith = (token: string): Exchange => ({
  request: { url, headers: { "x-token": token, "x-api-key": undefined }, json: plain },
  answer: { json: answer },
});

testProvider(genericSms, {
  credentials: { ...credentials, ...withToken },
  message,
  tokenUrl,
  sends: {
    "a text with a token": { exchanges: [gives("t-1"), takesWith("t-1")], result },
    "a text whose token is refused once": {
      exchanges: [
        gives("t-1"),
        { ...takesWith("t-1"), answer: { status: 401, json: { error: "expired" } } },
        gives("t-2"),
        takesWith("t-2"),
      ],
      result,
    },
  },
  check: [gives("t-1")],
});

let vendors: FakeVendors;
let http: HttpClient;
beforeAll(async () => {
  vendors = await startFakeVendors();
  http = createHttp({ baseUrls: vendors.baseUrls, allowPrivateHosts: true });
});
afterAll(async () => {
  await http.close();
  vendors.close();
});
const options: SendOptions = { outbox: { deliver: () => Promise.reject(new Error("must not be called")) } };

/** The failure of a send by token. */
async function failure(more: Record<string, unknown>, client: HttpClient = http): Promise<unknown> {
  const stored = { ...credentials, ...withToken, ...more };
  try {
    const session = await genericSms.open(stored, { http: client, allowPrivateHosts: false });
    return await session.send(message, options);
  } catch (error) {
    return error;
  }
}

test.each([
  ["domain", "Auth URL"],
  ["authenticationTokenKey", "Authentication Token Key"],
])("a gateway that wants a token cannot be called without %s", async (key, name) => {
  expect(await failure({ [key]: "" })).toMatchObject({
    class: "CREDENTIAL",
    message: `The Generic SMS integration is not set up: fill in "${name}"`,
  });
});

test("the address for tokens may not be in a private network", async () => {
  const guarded = createHttp();
  expect(await failure({ domain: "http://127.0.0.1:9/token" }, guarded)).toMatchObject({
    class: "CREDENTIAL",
    message: expect.stringContaining("private network"),
  });
  await guarded.close();
});

test("an answer without the token is not quoted, because it may have it somewhere else", async () => {
  vendors.answer = answering([{ request: { url: tokenUrl }, answer: { json: { data: { token: "s3cret-other" } } } }]);
  expect(await failure({})).toMatchObject({
    class: "CREDENTIAL",
    message: "The answer of the Auth URL has no data.x-token",
    response: undefined,
  });
});

test.each([
  [400, "CREDENTIAL"],
  [401, "CREDENTIAL"],
  [503, "RETRY"],
])("no token, because of the status %i, is %s, and nothing was sent", async (status, expected) => {
  vendors.answer = answering([{ request: { url: tokenUrl }, answer: { status, text: "no s3cret-key" } }]);
  expect(await failure({})).toMatchObject({ class: expected, status, mayBeSent: false, response: "no ***" });
});

test("a token whose request has no answer may be requested again as often as one likes", async () => {
  vendors.answer = () => "close";
  expect(await failure({})).toMatchObject({ class: "RETRY", mayBeSent: false, retryLimit: undefined });
});

test("the token shows in no error", async () => {
  vendors.answer = answering([
    gives("t-s3cret"),
    { ...takesWith("t-s3cret"), answer: { status: 400, text: "bad t-s3cret" } },
  ]);
  expect(await failure({})).toMatchObject({ class: "PERMANENT", response: "bad ***" });
});

test("the paths of id and moment are filled in by forms", () => {
  const { credentials: fields } = genericSms.catalogueEntry;
  expect(fields.filter(({ value }) => value !== undefined)).toEqual([
    { key: "idPath", displayName: "Id Path", type: "string", required: true, value: "data.id" },
    { key: "datePath", displayName: "Date Path", type: "string", required: false, value: "data.date" },
  ]);
});
