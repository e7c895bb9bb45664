import { isJsonObject } from "#contract/constants/values/json-object.ts";
import type { PushMessage } from "../messages.ts";
import { appleFields } from "./apple-payload.ts";
import { deviceMessageId } from "./device-message-id.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Overrides that are parts of the alert, by the names that Apple's have in camel case. */
const OF_ALERT: Readonly<Record<string, string>> = {
  title: "title",
  subtitle: "subtitle",
  body: "body",
  locKey: "locKey",
  locArgs: "locArgs",
  bodyLocKey: "locKey",
  bodyLocArgs: "locArgs",
  titleLocKey: "titleLocKey",
  titleLocArgs: "titleLocArgs",
  subtitleLocKey: "subtitleLocKey",
  subtitleLocArgs: "subtitleLocArgs",
  actionLocKey: "actionLocKey",
  launchImage: "launchImage",
};
const OF_APS: Readonly<Record<string, string>> = {
  badge: "badge",
  sound: "sound",
  category: "category",
  categoryId: "category",
  threadId: "threadId",
  contentAvailable: "contentAvailable",
  mutableContent: "mutableContent",
  urlArgs: "urlArgs",
  interruptionLevel: "interruptionLevel",
  relevanceScore: "relevanceScore",
  targetContentId: "targetContentId",
};

const HIGH = 10;
const NORMAL = 5;

/**
 * Headers and body of the request for one device:
 * https://developer.apple.com/documentation/usernotifications/sending-notification-requests-to-apns.
 */
export function apnsRequest(message: PushMessage, bundleId: string) {
  const { overrides = {}, target } = message;
  const body = bodyOf(message);
  const type = text(overrides.pushType) ?? pushTypeOf(body);
  const expiration = overrides.expiry ?? overrides.expiration;
  const collapseId = text(overrides.collapseId);
  return {
    headers: {
      "apns-id": text(overrides.id) ?? deviceMessageId(message.id, target[0] ?? ""),
      "apns-topic": text(overrides.topic) ?? bundleId,
      "apns-push-type": type,
      "apns-priority": String(priorityOf(overrides.priority, type)),
      ...(typeof expiration === "number" && { "apns-expiration": String(Math.floor(expiration)) }),
      ...(collapseId !== undefined && { "apns-collapse-id": collapseId }),
    },
    json: body,
  };
}

function bodyOf({ title, content, payload, overrides = {} }: PushMessage): Fields {
  const { rawPayload, mdm, payload: ownPayload, aps, alert: given } = overrides;
  if (isJsonObject(rawPayload)) return rawPayload;
  if (mdm !== undefined) return { mdm };
  const parts = { title, body: content, ...named(overrides, OF_ALERT), ...(isJsonObject(given) && given) };
  const alert = Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== ""));
  const isSilent = overrides.pushType === "background" || Object.keys(alert).length === 0;
  const fields = {
    ...(!isSilent && { alert: typeof given === "string" ? given : alert }),
    ...named(overrides, OF_APS),
    ...(isSilent && { contentAvailable: true }),
    ...(isJsonObject(aps) && aps),
  };
  return { ...(isJsonObject(ownPayload) ? ownPayload : payload), aps: appleFields(fields) };
}

/** The overrides that are named, under the names that belong to them. */
function named(overrides: Fields, names: Readonly<Record<string, string>>): Fields {
  return Object.fromEntries(
    Object.entries(names).flatMap(([from, to]) => (overrides[from] === undefined ? [] : [[to, overrides[from]]])),
  );
}

/** Newer systems refuse a push without type, and one whose type is not that of its body. */
function pushTypeOf(body: Fields): string {
  if (body.mdm !== undefined) return "mdm";
  const { aps } = body;
  if (!isJsonObject(aps) || aps["content-available"] === undefined) return "alert";
  return aps.alert === undefined && aps.badge === undefined && aps.sound === undefined ? "background" : "alert";
}

/** Apple refuses a background push of high priority. */
function priorityOf(given: unknown, type: string): number {
  if (typeof given === "number") return given;
  return given === "normal" || type === "background" ? NORMAL : HIGH;
}

const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);
