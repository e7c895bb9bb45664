import { generateKeyPairSync } from "node:crypto";
import * as OneSignal from "@onesignal/node-onesignal";
import PusherBeams from "@pusher/push-notifications-server";
import { Expo } from "expo-server-sdk";
import { cert, deleteApp, initializeApp } from "firebase-admin/app";
import { getMessaging } from "firebase-admin/messaging";
import Pushpad from "pushpad";
import type { PushMessage } from "#providers/messages.ts";
import { expo } from "#providers/push/expo.ts";
import { fcm } from "#providers/push/fcm.ts";
import { oneSignal } from "#providers/push/one-signal.ts";
import { pusherBeams } from "#providers/push/pusher-beams.ts";
import { pushpad } from "#providers/push/pushpad.ts";
import { compareWithSdks, comparison } from "./compare-with-sdk.ts";

const title = "Grüße & more";
const content = "Your order “7” is on its way 🎉";
const payload = { order: "7" };
const message: PushMessage = { id: "m-1", target: ["device-1"], title, content, payload, subscriber: {}, step: {} };

const DIGITS = "The SDK writes all nine digits of a duration.";
const CASES = "Google takes the names of fields in both cases.";

const { privateKey } = generateKeyPairSync("rsa", {
  modulusLength: 2_048,
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" },
});
const account = {
  type: "service_account",
  project_id: "project-1",
  private_key_id: "key-1",
  private_key: privateKey,
  client_email: "belfry@project-1.iam.gserviceaccount.com",
};

compareWithSdks([
  comparison({
    sdk: "firebase-admin",
    provider: fcm,
    credentials: { serviceAccount: JSON.stringify(account) },
    message: {
      ...message,
      overrides: {
        imageUrl: "https://example.com/a.png",
        data: { order: "7" },
        android: {
          collapseKey: "order",
          priority: "high",
          ttl: 90_500,
          restrictedPackageName: "com.example",
          data: { a: "1" },
          notification: {
            icon: "bell",
            color: "#ff0000",
            sound: "default",
            channelId: "orders",
            clickAction: "OPEN",
            bodyLocKey: "body",
            bodyLocArgs: ["1"],
            titleLocKey: "title",
            titleLocArgs: ["2"],
            imageUrl: "https://example.com/b.png",
            sticky: true,
            localOnly: true,
            notificationCount: 3,
            visibility: "public",
            priority: "high",
            vibrateTimingsMillis: [500, 1_000],
            ticker: "t",
            lightSettings: { color: "#aabbccdd", lightOnDurationMillis: 300, lightOffDurationMillis: 3_500 },
            defaultSound: true,
            defaultVibrateTimings: false,
            defaultLightSettings: false,
          },
          fcmOptions: { analyticsLabel: "android" },
        },
        apns: {
          headers: { "apns-priority": "10" },
          payload: {
            aps: {
              alert: {
                title: "Apple",
                subtitle: "Sub",
                body: "Body",
                locKey: "body",
                locArgs: ["1"],
                titleLocKey: "title",
                titleLocArgs: ["2"],
                actionLocKey: "act",
                launchImage: "launch.png",
              },
              badge: 3,
              contentAvailable: true,
              mutableContent: true,
              category: "orders",
              threadId: "t-1",
              sound: { critical: true, name: "bell.caf", volume: 0.5 },
            },
            custom: { a: 1 },
          },
          fcmOptions: { analyticsLabel: "apple", imageUrl: "https://example.com/c.png" },
        },
        webPush: {
          headers: { TTL: "60" },
          notification: { title: "Web", requireInteraction: true, vibrate: [1, 2] },
          fcmOptions: { link: "https://example.com" },
        },
        fcmOptions: { analyticsLabel: "all" },
      },
    },
    answers: {
      "/token": { json: { access_token: "token-1", expires_in: 3_600, token_type: "Bearer" } },
      "/v1/projects/project-1/messages:send": { json: { name: "projects/project-1/messages/v-1" } },
    },
    async send() {
      const { client_email: clientEmail, project_id: projectId } = account;
      const app = initializeApp({ credential: cert({ projectId, clientEmail, privateKey }), projectId });
      await getMessaging(app).send({
        token: "device-1",
        notification: { title, body: content, imageUrl: "https://example.com/a.png" },
        data: { order: "7" },
        android: {
          collapseKey: "order",
          priority: "high",
          ttl: 90_500,
          restrictedPackageName: "com.example",
          data: { a: "1" },
          notification: {
            icon: "bell",
            color: "#ff0000",
            sound: "default",
            channelId: "orders",
            clickAction: "OPEN",
            bodyLocKey: "body",
            bodyLocArgs: ["1"],
            titleLocKey: "title",
            titleLocArgs: ["2"],
            imageUrl: "https://example.com/b.png",
            sticky: true,
            localOnly: true,
            notificationCount: 3,
            visibility: "public",
            priority: "high",
            vibrateTimingsMillis: [500, 1_000],
            ticker: "t",
            lightSettings: { color: "#aabbccdd", lightOnDurationMillis: 300, lightOffDurationMillis: 3_500 },
            defaultSound: true,
            defaultVibrateTimings: false,
            defaultLightSettings: false,
          },
          fcmOptions: { analyticsLabel: "android" },
        },
        apns: {
          headers: { "apns-priority": "10" },
          payload: {
            aps: {
              alert: {
                title: "Apple",
                subtitle: "Sub",
                body: "Body",
                locKey: "body",
                locArgs: ["1"],
                titleLocKey: "title",
                titleLocArgs: ["2"],
                actionLocKey: "act",
                launchImage: "launch.png",
              },
              badge: 3,
              contentAvailable: true,
              mutableContent: true,
              category: "orders",
              threadId: "t-1",
              sound: { critical: true, name: "bell.caf", volume: 0.5 },
            },
            custom: { a: 1 },
          },
          fcmOptions: { analyticsLabel: "apple", imageUrl: "https://example.com/c.png" },
        },
        webpush: {
          headers: { TTL: "60" },
          notification: { title: "Web", requireInteraction: true, vibrate: [1, 2] },
          fcmOptions: { link: "https://example.com" },
        },
        fcmOptions: { analyticsLabel: "all" },
      });
      await deleteApp(app);
    },
    differs: {
      "header.x-goog-api-client": "The SDK names itself.",
      "header.x-firebase-client": "The SDK names itself.",
      "header.access_token_auth": "The SDK says how it logs in.",
      "body.assertion.0": "We name the key, by which Google finds it at once, and the type of the token.",
      "body.assertion.1.scope": "We ask for messaging alone.",
      "body.message.android.ttl": DIGITS,
      "body.message.android.notification.vibrate_timings": DIGITS,
      "body.message.android.notification.light_settings": DIGITS,
      ...Object.fromEntries(
        ["message", "message.android", "message.apns", "message.webpush"].flatMap((path) => [
          [`body.${path}.fcmOptions`, CASES],
          [`body.${path}.fcm_options`, CASES],
        ]),
      ),
    },
  }),
  comparison({
    sdk: "expo-server-sdk",
    provider: expo,
    credentials: { apiKey: "token-1" },
    message: {
      ...message,
      target: ["ExponentPushToken[x]"],
      overrides: { sound: "default", badge: 2, ttl: 60, priority: "high", channelId: "orders", subtitle: "Sub" },
    },
    answers: {
      "/--/api/v2/push/send": {
        headers: { "content-type": "application/json" },
        json: { data: [{ status: "ok", id: "v-1" }] },
      },
    },
    send: () =>
      new Expo({ accessToken: "token-1" }).sendPushNotificationsAsync([
        {
          to: ["ExponentPushToken[x]"],
          title,
          body: content,
          data: payload,
          sound: "default",
          badge: 2,
          ttl: 60,
          priority: "high",
          channelId: "orders",
          subtitle: "Sub",
        },
      ]),
  }),
  comparison({
    sdk: "@onesignal/node-onesignal",
    provider: oneSignal,
    credentials: { applicationId: "app-1", apiKey: "key-1" },
    message: {
      ...message,
      overrides: { badge: 2, sound: "bell", url: "https://example.com", ttl: 60, subtitle: "Sub" },
    },
    answers: { "/notifications": { json: { id: "v-1" } } },
    send: () =>
      new OneSignal.DefaultApi(OneSignal.createConfiguration({ restApiKey: "key-1" })).createNotification(
        Object.assign(new OneSignal.Notification(), {
          app_id: "app-1",
          include_subscription_ids: ["device-1"],
          headings: { en: title },
          contents: { en: content },
          data: payload,
          subtitle: { en: "Sub" },
          ios_badge_type: "SetTo",
          ios_badge_count: 2,
          ios_sound: "bell",
          android_sound: "bell",
          url: "https://example.com",
          ttl: 60,
        }),
      ),
    differs: {
      "header.os-usage-data": "The SDK names itself.",
      "query.c": "The documents of the API have it in the address; OneSignal also does without.",
      "body.idempotency_key": "OneSignal recognises a repeated message by it.",
    },
  }),
  comparison({
    sdk: "@pusher/push-notifications-server",
    provider: pusherBeams,
    credentials: { instanceId: "instance-1", secretKey: "secret" },
    message,
    answers: { "/publish_api/v1/instances/instance-1/publishes/users": { json: { publishId: "v-1" } } },
    send: () =>
      new PusherBeams({ instanceId: "instance-1", secretKey: "secret" }).publishToUsers(["device-1"], {
        apns: { aps: { alert: { title, body: content } }, data: payload },
        fcm: { notification: { title, body: content }, data: payload },
        web: { notification: { title, body: content }, data: payload },
      }),
    differs: { "header.x-pusher-library": "The SDK names itself." },
  }),
  comparison({
    sdk: "pushpad",
    provider: pushpad,
    credentials: { apiKey: "token-1", applicationId: "7" },
    message: {
      ...message,
      overrides: {
        url: "https://example.com",
        icon: "https://example.com/i.png",
        ttl: 60,
        requireInteraction: true,
        urgent: true,
      },
    },
    answers: { "/api/v1/projects/7/notifications": { status: 201, json: { id: 1, scheduled: 1, uids: ["device-1"] } } },
    send: () =>
      new Pushpad({ authToken: "token-1", projectId: 7 }).notification.create({
        body: content,
        title,
        target_url: "https://example.com",
        icon_url: "https://example.com/i.png",
        ttl: 60,
        require_interaction: true,
        urgent: true,
        custom_data: JSON.stringify(payload),
        uids: ["device-1"],
      }),
    differs: {
      "header.authorization": "The documents of the API have `Token token=`; the SDK sends `Bearer`.",
      ...Object.fromEntries(
        "body title target_url icon_url ttl require_interaction urgent custom_data"
          .split(" ")
          .map((field) => [`body.${field}`, "The documents of the API have the fields inside `notification`."]),
      ),
      "body.notification": "The documents of the API have the fields inside `notification`.",
    },
  }),
]);
