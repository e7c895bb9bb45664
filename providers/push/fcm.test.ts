import { generateKeyPairSync } from "node:crypto";
import { jwtVerify } from "jose";
import { expect, onTestFinished, test } from "vitest";
import { testProvider } from "#test/support/provider-contract.ts";
import {
  ANSWERED_AT,
  answering,
  type Exchange,
  startFakeVendors,
  type VendorAnswer,
} from "#test/support/vendor-exchanges.ts";
import { createHttp } from "../http/http.ts";
import type { PushMessage } from "../messages.ts";
import type { SendOptions } from "../send-context.ts";
import { type StoredCredentials, secretValues } from "../stored-credentials.ts";
import { fcm } from "./fcm.ts";

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const account = {
  type: "service_account",
  project_id: "shop-1",
  private_key_id: "key-1",
  client_email: "push@shop-1.example",
  private_key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
};
const credentials = { serviceAccount: JSON.stringify(account) };
const message: PushMessage = {
  id: "m-1",
  target: ["device-1"],
  title: "T",
  content: "C",
  payload: { order: { id: 7 }, note: "x" },
  subscriber: {},
  step: {},
};

const tokenUrl = "https://oauth2.googleapis.com/token";
const url = "https://fcm.googleapis.com/v1/projects/shop-1/messages:send";
const name = "projects/shop-1/messages/0:1";
const result = { id: name, date: ANSWERED_AT };
const givesToken = (token = "ya29.one"): Exchange => ({
  request: {
    url: tokenUrl,
    form: {
      grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
      assertion: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    },
  },
  answer: { json: { access_token: token, expires_in: 3599, token_type: "Bearer" } },
});
const sends = (json: unknown, answer: VendorAnswer = { json: { name } }, token = "ya29.one"): Exchange => ({
  request: { url, headers: { authorization: `Bearer ${token}` }, json: { message: json } },
  answer,
});
const takes = (json: unknown) => [givesToken(), sends(json)];
const plain = { token: "device-1", notification: { title: "T", body: "C" } };

const refuses = (status: number, name: string, details: object[] = [], text = "no") => ({
  status,
  json: { error: { code: status, status: name, message: text, details } },
});
const fcmError = (errorCode: string) => ({
  "@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError",
  errorCode,
});
const violation = (field: string) => ({
  "@type": "type.googleapis.com/google.rpc.BadRequest",
  fieldViolations: [{ field, description: "Invalid" }],
});

testProvider(fcm, {
  credentials,
  message,
  tokenUrl,
  refusalOf: (code) => ({
    status: 400,
    json: {
      error: {
        code: 400,
        message: "Google's words",
        status: "INVALID_ARGUMENT",
        details: [{ "@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError", errorCode: code }],
      },
    },
  }),
  sends: {
    "title and content, without the payload": { exchanges: takes(plain), result },
    "overrides of the notification go to the platform that has them": {
      message: {
        overrides: {
          type: "notification",
          title: "Other",
          body: "Text",
          imageUrl: "https://i.example/1.png",
          unknown: 1,
          icon: "bell",
          color: "#ff0000",
          sound: "ding",
          tag: "t",
          clickAction: "OPEN",
          channelId: "c",
          bodyLocKey: "b",
          bodyLocArgs: ["1"],
          titleLocKey: "t",
          priority: "high",
          badge: "2",
          data: { a: "1", b: { c: 2 } },
        },
      },
      exchanges: takes({
        token: "device-1",
        notification: { title: "Other", body: "Text", image: "https://i.example/1.png" },
        data: { a: "1", b: '{"c":2}' },
        android: {
          priority: "high",
          notification: {
            icon: "bell",
            color: "#ff0000",
            sound: "ding",
            tag: "t",
            click_action: "OPEN",
            channel_id: "c",
            body_loc_key: "b",
            body_loc_args: ["1"],
            title_loc_key: "t",
          },
        },
      }),
      result,
    },
    "keys that Google keeps for itself are left out, and named": {
      message: {
        payload: { from: "unread in a notification" },
        overrides: { data: { from: "Ann", "google.x": "1", "gcm.y": "2", a: "1" } },
      },
      exchanges: takes({ ...plain, data: { a: "1" } }),
      result: {
        ...result,
        warning:
          "Firebase Cloud Messaging keeps these names for itself, so they were left out: overrides.data.from, overrides.data.google.x, overrides.data.gcm.y",
      },
    },
    "a data message carries payload, title and content as texts, and no notification": {
      message: { overrides: { type: "data", data: { ignored: "1" }, icon: "bell", android: { priority: "high" } } },
      exchanges: takes({
        token: "device-1",
        data: { order: '{"id":7}', note: "x", title: "T", body: "C", message: "C" },
        android: { priority: "high" },
      }),
      result,
    },
    "the names of title and content in a data message are not the payload's": {
      message: { payload: { title: "Dr.", message: "No", note: "x" }, overrides: { type: "data" } },
      exchanges: takes({ token: "device-1", data: { note: "x", title: "T", body: "C", message: "C" } }),
      result: {
        ...result,
        warning:
          "Firebase Cloud Messaging keeps these names for itself, so they were left out: payload.title, payload.message",
      },
    },
    "overrides in the form of the Admin SDK": {
      message: {
        overrides: {
          sound: "ding",
          android: {
            ttl: 3500,
            collapseKey: "k",
            restrictedPackageName: "p",
            directBootOk: true,
            priority: "high",
            data: { n: 1 },
            fcmOptions: { analyticsLabel: "a" },
            notification: {
              imageUrl: "https://i.example/2.png",
              eventTimestamp: "2026-05-05T10:00:00Z",
              priority: "max",
              visibility: "public",
              vibrateTimingsMillis: [100, 1500],
              defaultSound: true,
              sound: "dong",
              lightSettings: { color: "#ff000080", lightOnDurationMillis: 200, lightOffDurationMillis: 300 },
            },
          },
          apns: {
            headers: { "apns-priority": "10" },
            payload: {
              aps: {
                contentAvailable: true,
                mutableContent: false,
                threadId: "th",
                badge: 1,
                alert: { titleLocKey: "tl", locArgs: ["x"] },
                sound: { critical: true, name: "s", volume: 1 },
              },
              customKey: "v",
            },
            fcmOptions: { imageUrl: "https://i.example/3.png", analyticsLabel: "b" },
          },
          webPush: {
            headers: { TTL: "60" },
            notification: { requireInteraction: true },
            fcmOptions: { link: "https://l" },
          },
          fcmOptions: { analyticsLabel: "c" },
        },
      },
      exchanges: takes({
        ...plain,
        android: {
          ttl: "3.5s",
          collapse_key: "k",
          restricted_package_name: "p",
          direct_boot_ok: true,
          priority: "high",
          data: { n: "1" },
          fcm_options: { analytics_label: "a" },
          notification: {
            image: "https://i.example/2.png",
            event_time: "2026-05-05T10:00:00Z",
            notification_priority: "PRIORITY_MAX",
            visibility: "PUBLIC",
            vibrate_timings: ["0.1s", "1.5s"],
            default_sound: true,
            sound: "dong",
            light_settings: {
              color: { red: 1, green: 0, blue: 0, alpha: 128 / 255 },
              light_on_duration: "0.2s",
              light_off_duration: "0.3s",
            },
          },
        },
        apns: {
          headers: { "apns-priority": "10" },
          payload: {
            aps: {
              "content-available": 1,
              "thread-id": "th",
              badge: 1,
              alert: { "title-loc-key": "tl", "loc-args": ["x"] },
              sound: { critical: 1, name: "s", volume: 1 },
            },
            customKey: "v",
          },
          fcm_options: { image: "https://i.example/3.png", analytics_label: "b" },
        },
        webpush: {
          headers: { TTL: "60" },
          notification: { requireInteraction: true },
          fcm_options: { link: "https://l" },
        },
        fcm_options: { analytics_label: "c" },
      }),
      result,
    },
    "what is passed through is merged into the message": {
      message: { passthrough: { body: { notification: { body: "Passed" }, token: "device-2" } } },
      exchanges: takes({ token: "device-2", notification: { title: "T", body: "Passed" } }),
      result,
    },
    "a token that is refused is renewed once": {
      exchanges: [
        givesToken(),
        sends(plain, refuses(401, "UNAUTHENTICATED")),
        givesToken("ya29.two"),
        sends(plain, { json: { name } }, "ya29.two"),
      ],
      result,
    },
  },
  refusals: {
    "the device is unregistered": {
      answer: refuses(404, "NOT_FOUND", [fcmError("UNREGISTERED")]),
      class: "TOKEN",
    },
    "the token is of another project": {
      answer: refuses(403, "PERMISSION_DENIED", [fcmError("SENDER_ID_MISMATCH")]),
      class: "CREDENTIAL",
    },
    "a violation of the field of the token": {
      answer: refuses(400, "INVALID_ARGUMENT", [fcmError("INVALID_ARGUMENT"), violation("message.token")]),
      class: "TOKEN",
    },
    "the token is none": {
      answer: refuses(
        400,
        "INVALID_ARGUMENT",
        [fcmError("INVALID_ARGUMENT")],
        "The registration token is not a valid FCM registration token",
      ),
      class: "TOKEN",
    },
    "a violation of another field": {
      answer: refuses(400, "INVALID_ARGUMENT", [fcmError("INVALID_ARGUMENT"), violation("message.data")]),
      class: "PERMANENT",
    },
    "the project may not send": { answer: refuses(403, "PERMISSION_DENIED"), class: "CREDENTIAL" },
    "the project is not there": { answer: refuses(404, "NOT_FOUND"), class: "CREDENTIAL" },
    "the key of Apple is missing in the project": {
      answer: refuses(401, "UNAUTHENTICATED", [fcmError("THIRD_PARTY_AUTH_ERROR")]),
      class: "CREDENTIAL",
    },
    "a quota is used up": {
      answer: refuses(429, "RESOURCE_EXHAUSTED", [fcmError("QUOTA_EXCEEDED")]),
      class: "RETRY",
      rate: "integration",
      retryAfterSeconds: 60,
    },
    "the device has too many messages": {
      answer: refuses(429, "RESOURCE_EXHAUSTED", [
        fcmError("QUOTA_EXCEEDED"),
        { violations: [{ subject: "device:t-1", description: "Device message rate exceeded" }] },
      ]),
      class: "RETRY",
      rate: "recipient",
    },
    "a quota is used up, and when it is not": {
      answer: { ...refuses(429, "RESOURCE_EXHAUSTED", [fcmError("QUOTA_EXCEEDED")]), headers: { "retry-after": "90" } },
      class: "RETRY",
      retryAfterSeconds: 90,
    },
    "the service is unavailable": { answer: refuses(503, "UNAVAILABLE", [fcmError("UNAVAILABLE")]), class: "RETRY" },
    "an error of Google's": { answer: refuses(500, "INTERNAL", [fcmError("INTERNAL")]), class: "RETRY" },
  },
  check: [givesToken()],
});

const options: SendOptions = { outbox: { deliver: () => Promise.reject(new Error("not used")) } };

async function aSession(exchanges: Exchange[], stored: StoredCredentials = credentials) {
  const vendors = await startFakeVendors();
  const http = createHttp({ baseUrls: vendors.baseUrls, allowPrivateHosts: true, timeoutMs: 500 });
  onTestFinished(async () => {
    await http.close();
    vendors.close();
  });
  vendors.answer = answering(exchanges);
  return { vendors, session: await fcm.open(stored, { http, allowPrivateHosts: true }) };
}

test("the token is asked for by a claim that the service account's key has signed", async () => {
  const { vendors, session } = await aSession(takes(plain));
  await session.send(message, options);
  const assertion = new URLSearchParams(vendors.requests[0]?.body.toString()).get("assertion") ?? "";
  const { payload, protectedHeader } = await jwtVerify(assertion, publicKey, {
    issuer: account.client_email,
    audience: tokenUrl,
  });
  expect(protectedHeader).toEqual({ alg: "RS256", typ: "JWT", kid: "key-1" });
  expect(payload).toMatchObject({ scope: "https://www.googleapis.com/auth/firebase.messaging" });
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3_600);
});

test("the service account of an older integration is read under its former key, and the newer key wins", async () => {
  const former = await aSession(takes(plain), { user: JSON.stringify(account) });
  expect(await former.session.send(message, options)).toEqual(result);
  const both = await aSession(takes(plain), { user: "{}", serviceAccount: JSON.stringify(account) });
  expect(await both.session.send(message, options)).toEqual(result);
  const blank = await aSession(takes(plain), { user: JSON.stringify(account), serviceAccount: " " });
  expect(await blank.session.send(message, options)).toEqual(result);
  expect(fcm.catalogueEntry.credentials).toEqual([
    expect.objectContaining({ key: "serviceAccount", required: true, secret: true }),
  ]);
  expect(secretValues(fcm.credentials, { user: "old secret" })).toContain("old secret");
});

test("a missing key of Apple does not cost another token", async () => {
  const answer = refuses(401, "UNAUTHENTICATED", [fcmError("THIRD_PARTY_AUTH_ERROR")]);
  const { vendors, session } = await aSession([givesToken(), sends(plain, answer)]);
  await expect(session.send(message, options)).rejects.toMatchObject({ class: "CREDENTIAL" });
  expect(vendors.requests).toHaveLength(2);
});

test("a service account that Google does not know is CREDENTIAL, and the claim does not show", async () => {
  const { vendors, session } = await aSession([]);
  vendors.answer = ({ body }) => ({ status: 400, json: { error: "invalid_grant", seen: body.toString() } });
  const failure = await session.send(message, options).catch((error: unknown) => error);
  const assertion = new URLSearchParams(vendors.requests[0]?.body.toString()).get("assertion") ?? "";
  expect(failure).toMatchObject({ class: "CREDENTIAL", response: expect.stringContaining("invalid_grant") });
  expect(failure).toMatchObject({ response: expect.not.stringContaining(assertion) });
});

test.each([
  ["no JSON", "no JSON"],
  ["project_id", JSON.stringify({ ...account, project_id: undefined })],
  [
    "private key",
    JSON.stringify({ ...account, private_key: "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----" }),
  ],
])("an account that cannot be used is CREDENTIAL: %s", async (named, serviceAccount) => {
  const opening = fcm.open({ serviceAccount }, { http: createHttp(), allowPrivateHosts: true });
  const failure = await opening.then(String, (error: unknown) => error);
  expect(failure).toMatchObject({ class: "CREDENTIAL", message: expect.stringContaining("cannot be opened") });
  if (named !== "no JSON") expect(failure).toMatchObject({ message: expect.stringContaining(named) });
});

test.each([" ", "\\n", ""])("a key whose line breaks became %j is read", async (lineBreak) => {
  const serviceAccount = JSON.stringify({ ...account, private_key: account.private_key.replaceAll("\n", lineBreak) });
  const { session } = await aSession(takes(plain), { serviceAccount });
  expect(await session.send(message, options)).toEqual(result);
});
