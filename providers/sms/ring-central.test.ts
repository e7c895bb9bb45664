import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { testProvider } from "#test/support/provider-contract.ts";
import { ANSWERED_AT, answering, type Exchange, startFakeVendors } from "#test/support/vendor-exchanges.ts";
import { createHttp } from "../http/http.ts";
import type { SmsMessage } from "../messages.ts";
import { ProviderError } from "../provider-error.ts";
import type { SendOptions } from "../send-context.ts";
import { ringCentral } from "./ring-central.ts";

const live = "https://platform.ringcentral.com";
const sandbox = "https://platform.devtest.ringcentral.com";
const authorization = `Basic ${Buffer.from("c-1:s3cret-key").toString("base64")}`;
const credentials = { clientId: "c-1", secretKey: "s3cret-key", token: "s3cret-jwt", from: "+15550000001" };
const message: SmsMessage = { id: "m-1", to: "+491700000000", content: "Hi" };

const login = (form: object, access: string, server = live): Exchange => ({
  request: {
    url: `${server}/restapi/oauth/token`,
    headers: { authorization, "client-id": "c-1" },
    form: { ...form },
  },
  answer: {
    json: {
      access_token: access,
      token_type: "bearer",
      expires_in: 3600,
      refresh_token: `refresh-${access}`,
      refresh_token_expires_in: 604800,
      scope: "SMS",
    },
  },
});
const byJwt = { grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion: "s3cret-jwt" };
const byRefresh = { grant_type: "refresh_token", refresh_token: "refresh-t-1" };

const post = (
  access: string,
  {
    from = "+15550000001",
    server = live,
    answer = {},
  }: { from?: string; server?: string; answer?: Exchange["answer"] } = {},
): Exchange => ({
  request: {
    url: `${server}/restapi/v1.0/account/~/extension/~/sms`,
    headers: { authorization: `Bearer ${access}`, "client-id": "c-1" },
    json: { from: { phoneNumber: from }, to: [{ phoneNumber: "+491700000000" }], text: "Hi" },
  },
  answer: {
    json: { id: 7001, creationTime: "2026-05-05T09:59:58.000Z", messageStatus: "Queued", subject: "Hi" },
    ...answer,
  },
});
const expired = { status: 401, json: { errorCode: "OAU-213", message: "Token not found" } };
const result = { id: "7001", date: "2026-05-05T09:59:58.000Z" };

testProvider(ringCentral, {
  credentials,
  message,
  tokenUrl: `${live}/restapi/oauth/token`,
  sends: {
    "a text from the integration's number": { exchanges: [login(byJwt, "t-1"), post("t-1")], result },
    "a text from another number": {
      message: { from: "+15550000002" },
      exchanges: [login(byJwt, "t-1"), post("t-1", { from: "+15550000002" })],
      result,
    },
    "a text in the sandbox": {
      credentials: { secure: true },
      exchanges: [login(byJwt, "t-1", sandbox), post("t-1", { server: sandbox })],
      result,
    },
    "a text whose moment is not said": {
      exchanges: [login(byJwt, "t-1"), post("t-1", { answer: { json: { id: "7001" } } })],
      result: { id: "7001", date: ANSWERED_AT },
    },
    "a token that is refused is renewed by the refresh token": {
      exchanges: [login(byJwt, "t-1"), post("t-1", { answer: expired }), login(byRefresh, "t-2"), post("t-2")],
      result,
    },
    "and by the JWT where the refresh token is refused, too": {
      exchanges: [
        login(byJwt, "t-1"),
        post("t-1", { answer: expired }),
        { ...login(byRefresh, ""), answer: { status: 400, json: { error: "invalid_grant" } } },
        login(byJwt, "t-3"),
        post("t-3"),
      ],
      result,
    },
  },
  refusals: {
    "too many requests, without a time to wait": {
      answer: { status: 429, json: { errorCode: "CMN-301", message: "Request rate exceeded" } },
      class: "RETRY",
      retryAfterSeconds: 60,
    },
    "too many requests": {
      answer: { status: 429, json: { errorCode: "CMN-301" }, headers: { "retry-after": "30" } },
      class: "RETRY",
      retryAfterSeconds: 30,
    },
    "the account lacks a permission": {
      answer: { status: 403, json: { errorCode: "CMN-401", message: "[OutboundSMS] permission is required" } },
      class: "CREDENTIAL",
    },
    "the number is not valid": {
      answer: { status: 400, json: { errorCode: "CMN-101", message: "Parameter [to.phoneNumber] is invalid" } },
      class: "PERMANENT",
    },
  },
  check: [login(byJwt, "t-1")],
});

const vendors = await startFakeVendors();
const http = createHttp({ baseUrls: vendors.baseUrls, allowPrivateHosts: true, timeoutMs: 300 });
beforeEach(() => vendors.reset());
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  await http.close();
  vendors.close();
});
const options: SendOptions = { outbox: { deliver: () => Promise.reject(new Error("not used")) } };
const open = () => ringCentral.open(credentials, { http, allowPrivateHosts: true });

async function failure(): Promise<ProviderError> {
  const error = await (await open()).send(message, options).catch((thrown: unknown) => thrown);
  if (error instanceof ProviderError) return error;
  throw new Error(`expected a ProviderError, got ${String(error)}`);
}

test.each([
  [400, "CREDENTIAL"],
  [401, "CREDENTIAL"],
  [429, "RETRY"],
  [503, "RETRY"],
])("a login that is answered by %i is %s, and nothing was sent", async (status, expected) => {
  vendors.answer = ({ body }) => ({ status, text: body.toString("utf8") });
  const error = await failure();
  expect(error).toMatchObject({ class: expected, mayBeSent: false });
  expect(error.response).not.toContain("s3cret");
  expect(vendors.requests).toHaveLength(1);
});

test("a login without an answer is repeated freely, and nothing was sent", async () => {
  vendors.answer = () => undefined;
  expect(await failure()).toMatchObject({ class: "RETRY", mayBeSent: false, retryLimit: undefined });
});

test("a login that fails is tried again by the next send", async () => {
  const session = await open();
  vendors.answer = () => ({ status: 503 });
  await expect(session.send(message, options)).rejects.toMatchObject({ class: "RETRY" });
  vendors.answer = answering([login(byJwt, "t-1"), post("t-1")]);
  expect(await session.send(message, options)).toEqual(result);
});

test("a token that is about to expire is renewed by the refresh token, once for all who wait", async () => {
  vi.useFakeTimers({ now: new Date("2026-05-05T10:00:00Z"), toFake: ["Date"] });
  const session = await open();
  vendors.answer = answering([login(byJwt, "t-1"), post("t-1"), login(byRefresh, "t-2"), post("t-2")]);
  await session.send(message, options);
  vi.setSystemTime(new Date("2026-05-05T10:59:30Z"));
  await Promise.all([session.send(message, options), session.send(message, options)]);
  expect(vendors.requests.map(({ headers }) => headers.authorization)).toEqual([
    authorization,
    "Bearer t-1",
    authorization,
    "Bearer t-2",
    "Bearer t-2",
  ]);
});

test("sends whose token is refused at the same time log in once", async () => {
  const session = await open();
  vendors.answer = ({ url, headers }) => {
    if (url.endsWith("/token")) return login(byJwt, `t-${vendors.requests.length}`).answer;
    return headers.authorization === "Bearer t-1" ? expired : post("t").answer;
  };
  await Promise.all([session.send(message, options), session.send(message, options)]);
  expect(vendors.requests.filter(({ url }) => url.endsWith("/token"))).toHaveLength(2);
});
