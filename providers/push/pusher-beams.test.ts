import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { testProvider } from "#test/support/provider-contract.ts";
import { ANSWERED_AT, type Exchange } from "#test/support/vendor-exchanges.ts";
import { createHttp } from "../http/http.ts";
import { type ReportCall, UnreadableReportError } from "../reports/delivery-reports.ts";
import { pusherBeams } from "./pusher-beams.ts";
import { pusherBeamsReports } from "./pusher-beams-reports.ts";

const takes = (json: object): Exchange[] => [
  {
    request: {
      url: "https://i-1.pushnotifications.pusher.com/publish_api/v1/instances/i-1/publishes/users",
      headers: { authorization: "Bearer s3cret" },
      json,
    },
    answer: { json: { publishId: "pubid-1" } },
  },
];
const result = { id: "pubid-1", date: ANSWERED_AT };
const alert = { title: "T", body: "C" };

testProvider(pusherBeams, {
  credentials: { instanceId: "i-1", secretKey: "s3cret" },
  message: { id: "m-1", target: ["ada"], title: "T", content: "C", payload: {}, subscriber: {}, step: {} },
  statuses: { 404: "CREDENTIAL" },
  sends: {
    "title and content": {
      exchanges: takes({
        users: ["ada"],
        apns: { aps: { alert } },
        fcm: { notification: alert },
        web: { notification: alert },
      }),
      result,
    },
    "payload and overrides as fields of each platform": {
      message: {
        payload: { order: { id: 7 }, note: "x" },
        overrides: {
          badge: 3,
          sound: "ding",
          categoryId: "cat",
          channelId: "ch",
          clickAction: "OPEN",
          color: "#ff0000",
          icon: "bell",
          tag: "t",
          ttl: 60,
          priority: "high",
          collapseKey: "col",
          deepLink: "https://shop.example",
        },
      },
      exchanges: takes({
        users: ["ada"],
        apns: {
          aps: { alert, badge: 3, sound: "ding", category: "cat" },
          data: { order: { id: 7 }, note: "x" },
        },
        fcm: {
          notification: {
            ...alert,
            icon: "bell",
            sound: "ding",
            tag: "t",
            color: "#ff0000",
            android_channel_id: "ch",
            click_action: "OPEN",
          },
          data: { order: '{"id":7}', note: "x" },
          time_to_live: 60,
          priority: "high",
          collapse_key: "col",
        },
        web: {
          notification: { ...alert, icon: "bell", deep_link: "https://shop.example" },
          data: { order: { id: 7 }, note: "x" },
          time_to_live: 60,
        },
      }),
      result,
    },
  },
  refusals: {
    "a field is not valid": {
      answer: { status: 422, json: { error: "Unprocessable Entity", description: "`fcm` is not valid" } },
      class: "PERMANENT",
    },
    "the key is of another instance": {
      answer: { status: 401, json: { error: "Unauthorized", description: "Incorrect API Key" } },
      class: "CREDENTIAL",
    },
  },
});

const KEY = "wh-s3cret";
const lists = { users_delivered_to_gateway: [], users_no_devices: [], users_gateway_failed: [] };
const event = (event_type: string, payload: object) => ({
  payload: { instance_id: "i-1", publish_id: "pubid-1", ...payload },
  metadata: { created_at: "2026-05-05T10:00:00Z", event_type, event_id: "e-1", product: "beams" },
});
function aCall(body: string, signature = createHmac("sha1", KEY).update(body).digest("hex")): ReportCall {
  return { method: "POST", url: "https://b.example", headers: { "webhook-signature": signature }, body, query: {} };
}
const stored = { instanceId: "i-1", secretKey: "s3cret", webhookSigningKey: KEY };
const read = (call: ReportCall, credentials = stored) =>
  pusherBeams.readReports?.(call, credentials, { http: createHttp(), token: "" });

test.each([
  ["sent", "v1.PublishToUsersAttempt", { ...lists, users_delivered_to_gateway: ["ada"] }],
  ["undelivered", "v1.PublishToUsersAttempt", { ...lists, users_no_devices: ["ada"] }],
  ["dropped", "v1.PublishToUsersAttempt", { ...lists, users_gateway_failed: ["ada"] }],
  ["delivered", "v1.UserNotificationAcknowledgement", { user_id: "ada" }],
  ["opened", "v1.UserNotificationOpen", { user_id: "ada" }],
])("a user's notification is %s", async (status, type, payload) => {
  const raw = event(type, payload);
  expect(await read(aCall(JSON.stringify(raw)))).toEqual({
    reports: [
      expect.objectContaining({
        identifier: "pubid-1",
        status,
        at: new Date("2026-05-05T10:00:00Z"),
        eventId: "e-1",
        raw,
      }),
    ],
  });
});

test("other events say nothing about a delivery", () => {
  expect(pusherBeamsReports.parse(aCall(JSON.stringify(event("v2.Something", {}))))).toEqual([]);
  expect(pusherBeamsReports.parse(aCall(JSON.stringify(event("v1.PublishToUsersAttempt", lists))))).toEqual([]);
});

test("a call is refused when its body is not the one that was signed", async () => {
  const body = JSON.stringify(event("v1.UserNotificationOpen", {}));
  const signature = createHmac("sha1", KEY).update(body).digest("hex");
  expect(pusherBeamsReports.isGenuine(aCall(body), stored, { http: createHttp() })).toBe(true);
  for (const call of [aCall(`${body} `, signature), aCall(body, ""), aCall(body, signature.replace(/^./, "x"))]) {
    expect(pusherBeamsReports.isGenuine(call, stored, { http: createHttp() })).toBe(false);
  }
  expect(pusherBeamsReports.isGenuine(aCall(body, ""), {}, { http: createHttp() })).toBe("unsigned");
});

test.each(["", "no json", "[]", "null", "{}", '{"payload":{},"metadata":{}}'])("the body %j is no report", (body) => {
  expect(() => pusherBeamsReports.parse(aCall(body))).toThrow(UnreadableReportError);
});
