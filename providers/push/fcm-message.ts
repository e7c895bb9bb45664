import { isJsonObject } from "#contract/constants/values/json-object.ts";
import type { PushMessage } from "../messages.ts";
import { appleFields } from "./apple-payload.ts";
import { texts } from "./text-data.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Overrides that belong to the notification of Android; FCM's own has title, body and image only. */
const OF_ANDROID = [
  ..."icon color sound tag clickAction bodyLocKey bodyLocArgs titleLocKey titleLocArgs channelId ticker".split(" "),
  ..."sticky localOnly visibility notificationCount".split(" "),
];

/**
 * The message of FCM's HTTP API v1 to one device: https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages/send.
 * Overrides have the form of the Admin SDK.
 */
export function fcmMessage({ target, title, content, payload, overrides = {} }: PushMessage): Record<string, unknown> {
  const { type, data, android, apns, webPush, fcmOptions } = overrides;
  const isData = type === "data";
  const ownAndroid = isData ? {} : androidOf(overrides);
  const givenAndroid = isJsonObject(android) ? androidFields(android) : {};
  const mergedAndroid = withNotification(ownAndroid, givenAndroid);
  return {
    token: target[0],
    ...(isData
      ? { data: texts({ ...payload, ...dataOf(title, content) }) }
      : { notification: notificationOf(title, content, overrides), ...(isJsonObject(data) && { data: texts(data) }) }),
    ...(Object.keys(mergedAndroid).length > 0 && { android: mergedAndroid }),
    ...(isJsonObject(apns) && { apns: apnsFields(apns) }),
    ...(isJsonObject(webPush) && { webpush: withOptions(webPush) }),
    ...(isJsonObject(fcmOptions) && { fcm_options: snakeNames(fcmOptions) }),
  };
}

const dataOf = (title: string, content: string) => ({ title, body: content, message: content });

/** Names in the data of a message that is data alone. */
export const OF_DATA_MESSAGE: readonly string[] = Object.keys(dataOf("", ""));

function notificationOf(title: string, content: string, { title: otherTitle, body, image, imageUrl }: Fields) {
  const picture = image ?? imageUrl;
  return {
    title: typeof otherTitle === "string" ? otherTitle : title,
    body: typeof body === "string" ? body : content,
    ...(typeof picture === "string" && { image: picture }),
  };
}

function androidOf(overrides: Fields): Fields {
  const fields = OF_ANDROID.flatMap((name) => (overrides[name] === undefined ? [] : [[name, overrides[name]]]));
  const { priority } = overrides;
  return {
    ...((priority === "high" || priority === "normal") && { priority }),
    ...(fields.length > 0 && { notification: androidNotification(Object.fromEntries(fields)) }),
  };
}

function withNotification(own: Fields, given: Fields): Fields {
  const notification = { ...asFields(own.notification), ...asFields(given.notification) };
  return { ...own, ...given, ...(Object.keys(notification).length > 0 && { notification }) };
}

const asFields = (value: unknown): Fields => (isJsonObject(value) ? value : {});

function androidFields({ ttl, data, notification, ...fields }: Fields): Fields {
  return {
    ...withOptions(snakeNames(fields)),
    // The Admin SDK counts milliseconds.
    ...(ttl !== undefined && { ttl: typeof ttl === "number" ? seconds(ttl) : ttl }),
    ...(isJsonObject(data) && { data: texts(data) }),
    ...(isJsonObject(notification) && { notification: androidNotification(notification) }),
  };
}

function androidNotification(notification: Fields): Fields {
  const { imageUrl, eventTimestamp, priority, visibility, vibrateTimingsMillis, lightSettings, ...fields } =
    notification;
  return {
    ...snakeNames(fields),
    ...(imageUrl !== undefined && { image: imageUrl }),
    ...(eventTimestamp !== undefined && { event_time: eventTimestamp }),
    ...(priority !== undefined && { notification_priority: constant("PRIORITY", priority) }),
    ...(visibility !== undefined && {
      visibility: typeof visibility === "string" ? visibility.toUpperCase() : visibility,
    }),
    ...(Array.isArray(vibrateTimingsMillis) && {
      vibrate_timings: vibrateTimingsMillis.map((time) => (typeof time === "number" ? seconds(time) : time)),
    }),
    ...(isJsonObject(lightSettings) && { light_settings: lightOf(lightSettings) }),
  };
}

function lightOf({ color, lightOnDurationMillis: on, lightOffDurationMillis: off, ...fields }: Fields): Fields {
  return {
    ...snakeNames(fields),
    ...(color !== undefined && { color: typeof color === "string" ? colorOf(color) : color }),
    ...(on !== undefined && { light_on_duration: typeof on === "number" ? seconds(on) : on }),
    ...(off !== undefined && { light_off_duration: typeof off === "number" ? seconds(off) : off }),
  };
}

/** `#rrggbb` or `#rrggbbaa` as the four shares that the API takes. */
function colorOf(color: string): unknown {
  const digits = /^#([\da-f]{6})([\da-f]{2})?$/i.exec(color);
  if (!digits) return color;
  const [red, green, blue, alpha] = Buffer.from((digits[1] ?? "") + (digits[2] ?? "ff"), "hex");
  const share = (value = 0) => value / 255;
  return { red: share(red), green: share(green), blue: share(blue), alpha: share(alpha) };
}

function apnsFields({ payload, fcmOptions, ...fields }: Fields): Fields {
  return {
    ...snakeNames(fields),
    ...(isJsonObject(payload) && {
      payload: { ...payload, ...(isJsonObject(payload.aps) && { aps: appleFields(payload.aps) }) },
    }),
    ...(isJsonObject(fcmOptions) && { fcm_options: imageOption(snakeNames(fcmOptions)) }),
  };
}

function imageOption({ image_url, ...options }: Fields): Fields {
  return { ...options, ...(image_url !== undefined && { image: image_url }) };
}

function withOptions({ fcmOptions, fcm_options, ...fields }: Fields): Fields {
  const options = fcmOptions ?? fcm_options;
  return { ...fields, ...(isJsonObject(options) && { fcm_options: snakeNames(options) }) };
}

const seconds = (milliseconds: number): string => `${milliseconds / 1_000}s`;

const constant = (prefix: string, value: unknown): unknown =>
  typeof value === "string" && !value.startsWith(prefix) ? `${prefix}_${value.toUpperCase()}` : value;

/** Names of the first level; those inside of values are the caller's own. */
const snakeNames = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
