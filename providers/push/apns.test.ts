import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createSecureServer, type IncomingHttpHeaders } from "node:http2";
import type { AddressInfo } from "node:net";
import { jwtVerify } from "jose";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { testProvider } from "#test/support/provider-contract.ts";
import { TEST_CERTIFICATE, TEST_KEY } from "#test/support/tls-certificate.ts";
import { ANSWERED_AT, type Exchange, startFakeVendors } from "#test/support/vendor-exchanges.ts";
import { createHttp } from "../http/http.ts";
import type { PushMessage } from "../messages.ts";
import type { SendOptions } from "../send-context.ts";
import { apns } from "./apns.ts";

const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const credentials = {
  secretKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  apiKey: "KEYID12345",
  projectName: "TEAM123456",
  applicationId: "com.example.shop",
};
const message: PushMessage = {
  id: "m-1",
  target: ["d3v1ce"],
  title: "T",
  content: "C",
  payload: { order: 7 },
  subscriber: {},
  step: {},
};

const UUID = /^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const plainHeaders = {
  authorization: expect.stringMatching(/^bearer [\w-]+\.[\w-]+\.[\w-]+$/),
  "apns-id": expect.stringMatching(UUID),
  "apns-topic": "com.example.shop",
  "apns-push-type": "alert",
  "apns-priority": "10",
  "apns-expiration": undefined,
  "apns-collapse-id": undefined,
};
const id = "AD1F0E2C-0000-4000-8000-000000000001";
const takes = (
  json: unknown,
  headers: Record<string, unknown> = {},
  host = "api.sandbox.push.apple.com",
): Exchange[] => [
  {
    request: { url: `https://${host}/3/device/d3v1ce`, headers: { ...plainHeaders, ...headers }, json },
    answer: { headers: { "apns-id": id } },
  },
];
const result = { id, date: ANSWERED_AT };
const plain = { order: 7, aps: { alert: { title: "T", body: "C" } } };
const refuses = (status: number, reason: string) => ({ status, json: { reason } });

testProvider(apns, {
  hasOwnConnections: true,
  credentials,
  message,
  refusalOf: (code) => ({ status: 400, json: { reason: code } }),
  sends: {
    "title and content with the payload, to the sandbox": { exchanges: takes(plain), result },
    "to production": { credentials: { secure: true }, exchanges: takes(plain, {}, "api.push.apple.com"), result },
    "overrides as fields of Apple": {
      message: {
        overrides: {
          subtitle: "S",
          titleLocKey: "tk",
          bodyLocKey: "bk",
          bodyLocArgs: ["1"],
          alert: { locArgs: ["2"] },
          badge: 3,
          sound: "ding",
          category: "c",
          threadId: "th",
          contentAvailable: true,
          mutableContent: true,
          urlArgs: ["u"],
          aps: { interruptionLevel: "active" },
          payload: { own: 1 },
          topic: "com.example.other",
          expiry: 1_777_000_000,
          priority: 5,
          collapseId: "col",
          id: "own-id",
        },
      },
      exchanges: takes(
        {
          own: 1,
          aps: {
            alert: { title: "T", subtitle: "S", body: "C", "title-loc-key": "tk", "loc-key": "bk", "loc-args": ["2"] },
            badge: 3,
            sound: "ding",
            category: "c",
            "thread-id": "th",
            "url-args": ["u"],
            "content-available": 1,
            "mutable-content": 1,
            "interruption-level": "active",
          },
        },
        {
          "apns-id": "own-id",
          "apns-topic": "com.example.other",
          "apns-priority": "5",
          "apns-expiration": "1777000000",
          "apns-collapse-id": "col",
        },
      ),
      result,
    },
    "an alert that is one text": {
      message: { overrides: { alert: "All" } },
      exchanges: takes({ order: 7, aps: { alert: "All" } }),
      result,
    },
    "a background push has no alert, and normal priority": {
      message: { overrides: { pushType: "background" } },
      exchanges: takes(
        { order: 7, aps: { "content-available": 1 } },
        { "apns-push-type": "background", "apns-priority": "5" },
      ),
      result,
    },
    "so has one without title and content": {
      message: { title: "", content: "", overrides: { expiration: 0 } },
      exchanges: takes(
        { order: 7, aps: { "content-available": 1 } },
        { "apns-push-type": "background", "apns-priority": "5", "apns-expiration": "0" },
      ),
      result,
    },
    "a raw payload is the whole body": {
      message: { overrides: { rawPayload: { aps: { alert: "raw" } }, badge: 3 } },
      exchanges: takes({ aps: { alert: "raw" } }),
      result,
    },
    "a device management push": {
      message: { overrides: { mdm: "magic" } },
      exchanges: takes({ mdm: "magic" }, { "apns-push-type": "mdm" }),
      result,
    },
    "to the sandbox, and to production when the token is none of the sandbox": {
      exchanges: [
        { request: takes(plain)[0]?.request ?? { url: "" }, answer: refuses(400, "BadDeviceToken") },
        ...takes(plain, {}, "api.push.apple.com"),
      ],
      result: {
        ...result,
        warning:
          'Apple\'s sandbox does not know this device, its production service took the message: check the switch "Production" of the integration',
      },
    },
    "an expired token of ours is renewed once, at once": {
      exchanges: [
        { request: takes(plain)[0]?.request ?? { url: "" }, answer: refuses(403, "ExpiredProviderToken") },
        ...takes(plain),
      ],
      result,
    },
  },
  refusals: {
    "the device is unregistered": { answer: refuses(410, "Unregistered"), class: "TOKEN" },
    "the device's token has expired": { answer: refuses(410, "ExpiredToken"), class: "TOKEN" },
    "the token is of another app": { answer: refuses(400, "DeviceTokenNotForTopic"), class: "CREDENTIAL" },
    "the payload is too large": { answer: refuses(413, "PayloadTooLarge"), class: "PERMANENT" },
    "the topic is none": { answer: refuses(400, "BadTopic"), class: "PERMANENT" },
    "another 410": { answer: refuses(410, "SomethingNew"), class: "PERMANENT" },
    "the topic is not allowed": { answer: refuses(400, "TopicDisallowed"), class: "CREDENTIAL" },
    "our token is none": { answer: refuses(403, "InvalidProviderToken"), class: "CREDENTIAL" },
    "our token has expired again": { answer: refuses(403, "ExpiredProviderToken"), class: "CREDENTIAL" },
    "too many pushes to a device": { answer: refuses(429, "TooManyRequests"), class: "RETRY", rate: "recipient" },
    "our tokens change too often": {
      answer: refuses(429, "TooManyProviderTokenUpdates"),
      class: "RETRY",
      rate: "integration",
    },
    "an error of Apple's": {
      answer: refuses(500, "InternalServerError"),
      class: "RETRY",
      retryAfterSeconds: 900,
    },
    "Apple shuts down": { answer: refuses(503, "Shutdown"), class: "RETRY", retryAfterSeconds: 900 },
  },
});

const options: SendOptions = { outbox: { deliver: () => Promise.reject(new Error("not used")) } };
afterEach(() => void vi.useRealTimers());

/** Apple's server, which supports HTTP/2 only. */
async function openSession() {
  const seen: IncomingHttpHeaders[] = [];
  const sessions = new Set<object>();
  const server = createSecureServer({ key: TEST_KEY, cert: TEST_CERTIFICATE });
  server.on("session", (session) => {
    sessions.add(session);
    session.on("close", () => sessions.delete(session));
    onTestFinished(() => session.destroy());
  });
  server.on("stream", (stream, headers) => {
    seen.push(headers);
    stream.resume().on("end", () => stream.respond({ ":status": 200, "apns-id": id }, { endStream: true }));
    stream.on("error", () => {});
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = `https://localhost:${(server.address() as AddressInfo).port}`;
  const http = createHttp({
    baseUrls: { "https://api.sandbox.push.apple.com": address },
    ca: TEST_CERTIFICATE,
    allowPrivateHosts: true,
    timeoutMs: 2_000,
  });
  const session = await apns.open(credentials, { http, allowPrivateHosts: true });
  onTestFinished(async () => {
    await session.close();
    await http.close();
    server.close();
  });
  return { seen, sessions, session };
}

test("all sends of a session go over one HTTP/2 connection with one token, which ends with the session", async () => {
  const { seen, sessions, session } = await openSession();
  await Promise.all(["a", "b", "c"].map((token) => session.send({ ...message, target: [token] }, options)));
  expect(seen.map((headers) => headers[":path"]).sort()).toEqual(["/3/device/a", "/3/device/b", "/3/device/c"]);
  expect(new Set(seen.map(({ authorization }) => authorization)).size).toBe(1);
  expect(new Set(seen.map((headers) => headers["apns-id"])).size).toBe(3);
  expect(sessions.size).toBe(1);
  await session.close();
  await vi.waitFor(() => expect(sessions.size).toBe(0), 10_000);
});

test("the token is signed by the key of the team, and renewed after 55 minutes", async () => {
  vi.useFakeTimers({ now: Date.parse("2026-05-05T10:00:00Z"), toFake: ["Date"] });
  const { seen, session } = await openSession();
  await session.send(message, options);
  vi.setSystemTime(Date.parse("2026-05-05T10:54:59Z"));
  await session.send(message, options);
  vi.setSystemTime(Date.parse("2026-05-05T10:55:00Z"));
  await session.send(message, options);
  const tokens = seen.map(({ authorization = "" }) => authorization.replace(/^bearer /, ""));
  expect(tokens[1]).toBe(tokens[0]);
  const verified = await Promise.all(tokens.map((token) => jwtVerify(token, publicKey)));
  expect(verified[0]?.protectedHeader).toEqual({ alg: "ES256", kid: "KEYID12345" });
  expect(verified[0]?.payload).toEqual({ iss: "TEAM123456", iat: Date.parse("2026-05-05T10:00:00Z") / 1_000 });
  expect(verified[2]?.payload.iat).toBe(Date.parse("2026-05-05T10:55:00Z") / 1_000);
});

test("every attempt for a device carries the same id", async () => {
  const { seen, session } = await openSession();
  await session.send(message, options);
  await session.send(message, options);
  const ids = seen.map((headers) => headers["apns-id"]);
  expect(ids[0]).toMatch(UUID);
  expect(ids[1]).toBe(ids[0]);
});

test.each([
  ["neither environment knows is dead", refuses(400, "BadDeviceToken"), "TOKEN"],
  ["the other environment has unregistered is dead", refuses(410, "Unregistered"), "TOKEN"],
  ["the key has no other environment for is dead", refuses(403, "BadEnvironmentKeyIdInToken"), "TOKEN"],
  ["the other environment cannot judge now is kept", { status: 503 }, "RETRY"],
  ["the other environment refuses for the key is kept", refuses(403, "InvalidProviderToken"), "CREDENTIAL"],
  ["the other environment refuses for the message is kept", refuses(400, "BadTopic"), "PERMANENT"],
])("a token that %s", async (_, answer, errorClass) => {
  const vendors = await startFakeVendors();
  const http = createHttp({ baseUrls: vendors.baseUrls, allowPrivateHosts: true });
  onTestFinished(async () => {
    await http.close();
    vendors.close();
  });
  vendors.answer = ({ url }) => (url.includes("sandbox") ? answer : refuses(400, "BadDeviceToken"));
  const session = await apns.open({ ...credentials, secure: true }, { http, allowPrivateHosts: true });
  await expect(session.send(message, options)).rejects.toMatchObject({ class: errorClass });
  await session.close();
  const [own, other] = vendors.requests;
  expect([own, other].map((request) => new URL(request?.url ?? "").host)).toEqual([
    "api.push.apple.com",
    "api.sandbox.push.apple.com",
  ]);
  expect(vendors.requests).toHaveLength(2);
  // Whatever became of one, both are the same message.
  expect([other?.headers["apns-id"], other?.body]).toEqual([own?.headers["apns-id"], own?.body]);
});

test.each([
  [refuses(410, "Unregistered"), { class: "TOKEN", invalidSince: undefined, isOfSetUpPerhaps: false }],
  [
    { status: 410, json: { reason: "Unregistered", timestamp: 1_772_000_000_000 } },
    { class: "TOKEN", invalidSince: new Date(1_772_000_000_000), isOfSetUpPerhaps: false },
  ],
  [
    { status: 410, json: { reason: "ExpiredToken", timestamp: 1_772_000_000_000 } },
    { class: "TOKEN", invalidSince: new Date(1_772_000_000_000), isOfSetUpPerhaps: false },
  ],
  [refuses(400, "BadDeviceToken"), { class: "TOKEN", isOfSetUpPerhaps: true }],
  [refuses(400, "DeviceTokenNotForTopic"), { class: "CREDENTIAL" }],
])("a refusal says since when the token is dead, and whether it is: %j", async (answer, expected) => {
  const vendors = await startFakeVendors();
  const http = createHttp({ baseUrls: vendors.baseUrls, allowPrivateHosts: true });
  onTestFinished(async () => {
    await http.close();
    vendors.close();
  });
  vendors.answer = () => answer;
  const session = await apns.open(credentials, { http, allowPrivateHosts: true });
  await expect(session.send(message, options)).rejects.toMatchObject(expected);
  await session.close();
});

test("a key that is none is CREDENTIAL, and does not show", async () => {
  const opening = apns.open(
    { ...credentials, secretKey: "not-a-key" },
    { http: createHttp(), allowPrivateHosts: true },
  );
  const failure = await opening.then(String, (error: unknown) => error);
  expect(failure).toMatchObject({ class: "CREDENTIAL", message: expect.stringContaining("private key") });
  expect(String(failure)).not.toContain("not-a-key");
});
