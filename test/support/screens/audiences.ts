import type { Belfry } from "#client/client.ts";
import {
  CONTEXT_ID_MAX,
  CONTEXT_TYPE_MAX,
  NAME_MAX,
  SUBSCRIBER_ID_MAX,
  TENANT_IDENTIFIER_MAX,
  TOPIC_KEY_MAX,
} from "#contract/constants/limits.ts";
import { ARABIC, HEBREW, markup, rightToLeft } from "./hostile-texts.ts";

/** Makes a topic, a tenant and a context, and gives the subscriber of the run devices, a chat and hours. */
export async function createAudiences(belfry: Belfry) {
  const subscriberId = "s".repeat(SUBSCRIBER_ID_MAX);
  const key = "t".repeat(TOPIC_KEY_MAX);
  const identifier = "i".repeat(TENANT_IDENTIFIER_MAX);
  const data = { [markup(100)]: rightToLeft(ARABIC, 300) };
  await belfry.tenants.create(identifier, { name: rightToLeft(HEBREW, NAME_MAX), data });
  await belfry.v2.topics.save({ key, name: markup(NAME_MAX), data });
  await belfry.v2.topics.save({ key: rightToLeft(ARABIC, 100), name: "" });
  await belfry.v2.topics.addSubscriptions(key, { subscriptions: [subscriberId] });
  await belfry.v2.subscribers.patch(subscriberId, {
    locale: "pt-BR",
    timezone: "America/Argentina/Buenos_Aires",
    data,
  });
  await belfry.subscribers.updateGlobalPreference(subscriberId, {
    preferences: [{ type: "sms", enabled: false }],
    schedule: { isEnabled: true, weeklySchedule: { monday: { isEnabled: true } } },
  });
  const context = { type: "t".repeat(CONTEXT_TYPE_MAX), id: "i".repeat(CONTEXT_ID_MAX) };
  await belfry.v2.contexts.create({ ...context, data });
  return { subscriberId, key, identifier, ...context };
}
