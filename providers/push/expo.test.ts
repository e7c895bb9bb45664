import { afterAll, beforeEach, expect, test } from "vitest";
import { testProvider } from "#test/support/provider-contract.ts";
import {
  ANSWERED_AT,
  asGolden,
  type Exchange,
  type GoldenRequest,
  startFakeVendors,
} from "#test/support/vendor-exchanges.ts";
import { createHttp } from "../http/http.ts";
import type { PushMessage } from "../messages.ts";
import type { SendOptions } from "../send-context.ts";
import { expo } from "./expo.ts";

const TOKEN = "ExponentPushToken[abc]";
const message: PushMessage = {
  id: "m-1",
  target: [TOKEN],
  title: "T",
  content: "C",
  payload: { a: 1 },
  subscriber: {},
  step: {},
};
const plain = { to: [TOKEN], title: "T", body: "C", data: { a: 1 }, sound: null };
const takes = (json: unknown, data: unknown = [{ status: "ok", id: "r-1" }]): Exchange[] => [
  {
    request: { url: "https://exp.host/--/api/v2/push/send", headers: { authorization: "Bearer s3cret-token" }, json },
    answer: { json: { data } },
  },
];
const result = { id: "r-1", date: ANSWERED_AT };

const ticket = (error: string | undefined, sentence = "why not") => ({
  json: { data: [{ status: "error", message: sentence, ...(error && { details: { error } }) }] },
});
const refusal = (status: number, code: string) => ({ status, json: { errors: [{ code, message: "why not" }] } });

testProvider(expo, {
  credentials: { apiKey: "s3cret-token" },
  message,
  refusalOf: (code) =>
    /^[A-Z_]+$/.test(code)
      ? { status: 400, json: { errors: [{ code, message: "Expo's words" }] } }
      : { json: { data: [{ status: "error", message: "Expo's words", details: { error: code } }] } },
  sends: {
    "a message without overrides has no sound": { exchanges: takes([plain]), result },
    "fields of the overrides that Expo has": {
      message: {
        overrides: {
          badge: 2,
          sound: "default",
          priority: "high",
          richContent: { image: "I" },
          apns: {},
          unknown: true,
        },
      },
      exchanges: takes([{ ...plain, sound: "default", badge: 2, priority: "high", richContent: { image: "I" } }]),
      result,
    },
    "a sound with a volume": {
      message: { overrides: { sound: { name: "bell", volume: 1, critical: true } } },
      exchanges: takes([{ ...plain, sound: { name: "bell", volume: 1, critical: true } }]),
      result,
    },
    "a ticket that is not in a list": { exchanges: takes([plain], { status: "ok", id: "r-1" }), result },
  },
  refusals: {
    "the device is gone": { answer: ticket("DeviceNotRegistered"), class: "TOKEN" },
    "the token is no device's": {
      answer: ticket(undefined, `"${TOKEN}" is not a registered push notification recipient`),
      class: "TOKEN",
    },
    "the token is not in Expo's form": {
      answer: ticket(undefined, `"${TOKEN}" is not a valid Expo push token`),
      class: "TOKEN",
    },
    "the message is too big": { answer: ticket("MessageTooBig"), class: "PERMANENT" },
    "the app is at fault": { answer: ticket("DeveloperError"), class: "PERMANENT" },
    "the device has too many messages": { answer: ticket("MessageRateExceeded"), class: "RETRY", rate: "recipient" },
    "Expo has failed": { answer: ticket("ExpoError"), class: "RETRY", rate: undefined },
    "the platform has failed": { answer: ticket("ProviderError"), class: "RETRY" },
    "the platform does not know the account": { answer: ticket("InvalidCredentials"), class: "CREDENTIAL" },
    "the token belongs to another account": { answer: ticket("MismatchSenderId"), class: "CREDENTIAL" },
    "a reason that is not known yet": { answer: ticket("SomethingNew"), class: "PERMANENT" },
    "the access token is not valid": { answer: refusal(401, "UNAUTHORIZED"), class: "CREDENTIAL" },
    "the request is not valid": { answer: refusal(400, "VALIDATION_ERROR"), class: "PERMANENT" },
    "tokens of several projects": { answer: refusal(400, "PUSH_TOO_MANY_EXPERIENCE_IDS"), class: "PERMANENT" },
    "too many requests": {
      answer: { ...refusal(429, "TOO_MANY_REQUESTS"), headers: { "retry-after": "30" } },
      class: "RETRY",
      retryAfterSeconds: 30,
    },
    "200, but the request is not valid": { answer: refusal(200, "VALIDATION_ERROR"), class: "PERMANENT" },
    "200, but the access token is not valid": { answer: refusal(200, "UNAUTHORIZED"), class: "CREDENTIAL" },
    "200, but too many requests": { answer: refusal(200, "TOO_MANY_REQUESTS"), class: "RETRY", rate: "integration" },
    "200, but there is no ticket": { answer: { json: { data: [] } }, class: "PERMANENT" },
  },
});

const MISMATCH =
  "The app was built with another Firebase project than the one that Expo has keys of: check the credentials of the project (MismatchSenderId)";
const vendors = await startFakeVendors();
const http = createHttp({ baseUrls: vendors.baseUrls, allowPrivateHosts: true, timeoutMs: 500 });
afterAll(async () => {
  await http.close();
  vendors.close();
});
beforeEach(() => vendors.reset());
const aSession = () => expo.open({ apiKey: "s3cret-token" }, { http, allowPrivateHosts: true });

test("a refusal says Expo's reason and its words", async () => {
  vendors.answer = () => ticket("DeviceNotRegistered");
  const session = await aSession();
  const options: SendOptions = { outbox: { deliver: () => Promise.reject(new Error("not used")) } };
  await expect(session.send(message, options)).rejects.toMatchObject({
    message:
      "The app was removed from the device, or gets no messages any more (Expo Push DeviceNotRegistered: why not)",
    response: "why not",
  });
});

test("a thousand receipts are asked for by one request", async () => {
  const ids = Array.from({ length: 1_000 }, (_, number) => `r-${number}`);
  const request: GoldenRequest = {
    url: "https://exp.host/--/api/v2/push/getReceipts",
    headers: { authorization: "Bearer s3cret-token" },
    json: { ids },
  };
  vendors.answer = () => ({ json: { data: Object.fromEntries(ids.map((id) => [id, { status: "ok" }])) } });
  const receipts = await (await aSession()).askReceipts(ids);
  expect(await Promise.all(vendors.requests.map((received) => asGolden(received, request)))).toEqual([request]);
  expect([...receipts.keys()]).toEqual(ids);
  expect(receipts.get("r-0")).toEqual({ status: "sent", raw: { status: "ok" } });
  expect(expo.receipts).toMatchObject({ atOnce: 1_000, afterMs: 15 * 60_000, keptMs: 24 * 3_600_000 });
});

test("a receipt says whether the message failed and whether the device is dead; one without a known form is no answer yet", async () => {
  const error = (message: string, reason?: string) => ({
    status: "error",
    message,
    ...(reason && { details: { error: reason } }),
  });
  const data = {
    gone: error("gone", "DeviceNotRegistered"),
    foreign: error(`"${TOKEN}" is not a registered push notification recipient`),
    rate: error("", "MessageRateExceeded"),
    silent: { ...error("why"), details: null },
    project: error("no", "MismatchSenderId"),
    odd: { status: "waiting" },
    none: null,
  };
  vendors.answer = () => ({ json: { data } });
  const receipts = await (await aSession()).askReceipts([...Object.keys(data), "unanswered"]);
  const failed = (raw: unknown, response: string) => ({ status: "failed", raw, response });
  expect(Object.fromEntries(receipts)).toEqual({
    gone: {
      ...failed(
        data.gone,
        "The app was removed from the device, or gets no messages any more (DeviceNotRegistered): gone",
      ),
      isDeviceUnknown: true,
    },
    foreign: { ...failed(data.foreign, `${data.foreign.message} (no reason given)`), isDeviceUnknown: true },
    rate: failed(data.rate, "Too many messages went to this device in a short time (MessageRateExceeded)"),
    project: {
      ...failed(data.project, `${MISMATCH}: no`),
      problem: { class: "CREDENTIAL", message: MISMATCH },
    },
    silent: failed(data.silent, "why (no reason given)"),
  });
});

test.each([
  ["the access token is not valid", refusal(401, "UNAUTHORIZED"), "CREDENTIAL"],
  ["200, but too many requests", refusal(200, "TOO_MANY_REQUESTS"), "RETRY"],
  ["too many receipts", refusal(400, "PUSH_TOO_MANY_RECEIPTS"), "PERMANENT"],
  ["a body without receipts", { json: { data: [] } }, "PERMANENT"],
])("no receipts are read when %s", async (_, answer, errorClass) => {
  vendors.answer = () => answer;
  await expect((await aSession()).askReceipts(["r-1"])).rejects.toMatchObject({ class: errorClass });
});
