import { expect, test } from "vitest";
import { testProvider } from "#test/support/provider-contract.ts";
import { ANSWERED_AT, type Exchange } from "#test/support/vendor-exchanges.ts";
import { type ReportCall, UnreadableReportError } from "../reports/delivery-reports.ts";
import { oneSignal } from "./one-signal.ts";
import { oneSignalReports } from "./one-signal-reports.ts";

const id = "458dcec4-cf53-11ee-add2-000c2940e62c";
const takes = (json: Record<string, unknown>): Exchange[] => [
  {
    request: {
      url: "https://api.onesignal.com/notifications?c=push",
      headers: { authorization: "Key os_v2_app_s3cret" },
      json,
    },
    answer: { json: { id, external_id: null } },
  },
];
const result = { id, date: ANSWERED_AT };
const plain = {
  app_id: "app-1",
  include_subscription_ids: ["sub-1"],
  idempotency_key: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/),
  headings: { en: "T" },
  contents: { en: "C" },
  data: { order: 7 },
  ios_badgeType: "Increase",
  ios_badgeCount: 1,
};

testProvider(oneSignal, {
  credentials: { applicationId: "app-1", apiKey: "os_v2_app_s3cret" },
  message: {
    id: "m-1",
    target: ["sub-1"],
    title: "T",
    content: "C",
    payload: { order: 7 },
    subscriber: {},
    step: {},
  },
  recognisesRepetition: true,
  sends: {
    "title and content with the payload; the badge counts one more": { exchanges: takes(plain), result },
    "overrides as fields of OneSignal": {
      message: {
        overrides: {
          subtitle: "S",
          badge: 3,
          sound: "ding",
          icon: "bell",
          mutableContent: true,
          channelId: "ch",
          categoryId: "cat",
          url: "https://shop.example",
          ttl: 60,
          priority: "high",
          collapseId: "col",
          other: 1,
        },
      },
      exchanges: takes({
        ...plain,
        subtitle: { en: "S" },
        ios_badgeType: "SetTo",
        ios_badgeCount: 3,
        ios_sound: "ding",
        android_sound: "ding",
        mutable_content: true,
        android_channel_id: "ch",
        ios_category: "cat",
        url: "https://shop.example",
        small_icon: "bell",
        large_icon: "bell",
        chrome_icon: "bell",
        firefox_icon: "bell",
        chrome_web_icon: "bell",
        ttl: 60,
        priority: 10,
        collapse_id: "col",
      }),
      result,
    },
  },
  refusals: {
    "nobody is subscribed, with status 200": {
      answer: { json: { id: "", errors: ["All included players are not subscribed"] } },
      class: "TOKEN",
    },
    "the subscription is invalid": {
      answer: { json: { id, errors: { invalid_player_ids: ["sub-1"] } } },
      class: "TOKEN",
    },
    "nothing was sent for another reason": { answer: { json: { id: "", errors: ["Something"] } }, class: "PERMANENT" },
    "the content is missing": {
      answer: { status: 400, json: { errors: ["Notification content must not be null for any languages."] } },
      class: "PERMANENT",
    },
    "the app is not there": { answer: { status: 400, json: { errors: ["app_id not found"] } }, class: "CREDENTIAL" },
    "the key is wrong": {
      answer: {
        status: 403,
        json: { errors: ["Access denied.  Please include an 'Authorization: ...' header with a valid API key"] },
      },
      class: "CREDENTIAL",
    },
    "the app is disabled": {
      answer: { status: 400, json: { errors: ["This application is disabled. Upgrade your plan."] } },
      class: "FUNDS",
    },
    "too many requests": {
      answer: { status: 429, json: { errors: ["API rate limit exceeded."] }, headers: { "retry-after": "3" } },
      class: "RETRY",
      retryAfterSeconds: 3,
    },
  },
});

const call = (body: string): ReportCall => ({ method: "POST", url: "https://b.example", headers: {}, body, query: {} });

test.each([
  ["notification.willDisplay", "delivered"],
  ["notification.displayed", "delivered"],
  ["notification.clicked", "clicked"],
])("a browser's event %s is %s", (event, status) => {
  const raw = { event, id, heading: "T", content: "C" };
  expect(oneSignalReports.parse(call(JSON.stringify(raw)))).toEqual([{ identifier: id, status, at: null, raw }]);
  const other = { event, notificationId: id };
  expect(oneSignalReports.parse(call(JSON.stringify(other)))).toMatchObject([{ identifier: id, status }]);
});

test("other events say nothing about a delivery", () => {
  expect(oneSignalReports.parse(call(JSON.stringify({ event: "notification.dismissed", id })))).toEqual([]);
  expect(oneSignalReports.parse(call(JSON.stringify({ event: "notification.clicked" })))).toEqual([]);
});

test.each(["", "no json", "[]", "null", "{}"])("the body %j is no report", (body) => {
  expect(() => oneSignalReports.parse(call(body))).toThrow(UnreadableReportError);
});
