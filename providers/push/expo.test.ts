import { afterAll, expect, test } from "vitest";
import { startFakeVendor } from "../fake-vendor.ts";
import { createHttp } from "../http.ts";
import type { PushMessage } from "../messages.ts";
import type { SendOptions } from "../provider.ts";
import { ProviderError } from "../provider-error.ts";
import { expo } from "./expo.ts";

const vendor = await startFakeVendor();
const http = createHttp({ baseUrls: { "https://exp.host": vendor.url }, allowPrivateHosts: true, timeoutMs: 500 });
afterAll(async () => {
  await http.close();
  vendor.close();
});

const options: SendOptions = { outbox: { deliver: () => Promise.reject(new Error("not used")) } };
const TOKEN = "ExponentPushToken[abc]";

let seen: unknown;
function answers(status: number, body: unknown, headers: Record<string, string> = {}) {
  vendor.answer = ({ method, url, headers: given }, text, response) => {
    seen = { method, url, authorization: given.authorization, body: JSON.parse(text) };
    response.writeHead(status, { date: "Tue, 05 May 2026 10:00:00 GMT", ...headers }).end(JSON.stringify(body));
  };
}

async function send(message: Partial<PushMessage> = {}) {
  const session = await expo.open({ apiKey: "s3cret" }, { http, allowPrivateHosts: true });
  const whole = { id: "m-1", target: [TOKEN], title: "T", content: "C", payload: { a: 1 }, subscriber: {}, step: {} };
  return session.send({ ...whole, ...message }, options);
}

async function failure(): Promise<ProviderError> {
  const error = await send().catch((thrown: unknown) => thrown);
  if (error instanceof ProviderError) return error;
  throw new Error(`expected a ProviderError, got ${String(error)}`);
}

test("title, content and payload are sent to the device, with the fields of the overrides that Expo has", async () => {
  answers(200, { data: [{ status: "ok", id: "r-1" }] });
  const overrides = { badge: 2, sound: "default", priority: "high", apns: { x: 1 }, unknown: true };
  expect(await send({ overrides })).toEqual({ id: "r-1", date: "2026-05-05T10:00:00.000Z" });
  expect(seen).toEqual({
    method: "POST",
    url: "/--/api/v2/push/send",
    authorization: "Bearer s3cret",
    body: [{ to: [TOKEN], title: "T", body: "C", data: { a: 1 }, sound: "default", badge: 2, priority: "high" }],
  });
});

test("without overrides there is no sound", async () => {
  answers(200, { data: { status: "ok", id: "r-1" } });
  await send();
  expect(seen).toMatchObject({ body: [{ to: [TOKEN], title: "T", body: "C", data: { a: 1 }, sound: null }] });
});

const ticket = (error: string | undefined, message = "why not") => ({
  data: [{ status: "error", message, ...(error && { details: { error } }) }],
});

test.each([
  ["DeviceNotRegistered", "TOKEN"],
  ["MessageTooBig", "PERMANENT"],
  ["DeveloperError", "PERMANENT"],
  ["MessageRateExceeded", "RETRY"],
  ["ExpoError", "RETRY"],
  ["ProviderError", "RETRY"],
  ["InvalidCredentials", "CREDENTIAL"],
  ["MismatchSenderId", "CREDENTIAL"],
  ["SomethingNew", "PERMANENT"],
])("a ticket with %s, which comes with status 200, is %s", async (error, expected) => {
  answers(200, ticket(error));
  expect(await failure()).toMatchObject({
    class: expected,
    response: "why not",
    message: expect.stringContaining(error),
  });
});

test.each(["is not a registered push notification recipient", "is not a valid Expo push token"])(
  "a token that %s is no device's",
  async (text) => {
    answers(200, ticket(undefined, `"${TOKEN}" ${text}`));
    expect((await failure()).class).toBe("TOKEN");
  },
);

test.each([
  [401, "UNAUTHORIZED", "CREDENTIAL"],
  [400, "VALIDATION_ERROR", "PERMANENT"],
  [400, "PUSH_TOO_MANY_EXPERIENCE_IDS", "PERMANENT"],
  [429, "TOO_MANY_REQUESTS", "RETRY"],
  [503, "INTERNAL", "RETRY"],
  [200, "VALIDATION_ERROR", "PERMANENT"],
  [200, "UNAUTHORIZED", "CREDENTIAL"],
  [200, "TOO_MANY_REQUESTS", "RETRY"],
])("a request that is refused with %i and %s is %s, and shows no access token", async (status, code, expected) => {
  answers(status, { errors: [{ code, message: "Bearer s3cret" }] }, { "retry-after": "30" });
  const error = await failure();
  expect(error).toMatchObject({ class: expected, retryAfterSeconds: 30 });
  expect(`${error.message} ${error.response} ${error.stack}`).not.toContain("s3cret");
});

test("a 200 that holds no ticket is a failure that is not repeated", async () => {
  answers(200, { data: [] });
  expect((await failure()).class).toBe("PERMANENT");
});
