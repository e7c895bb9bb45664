import type { ScheduleRecipients } from "#contract/schedules.ts";
import { type Recipients, TopicsByKey } from "../recipients.ts";

/** The customer's ids of subscribers, and the topics, each once; undefined for everybody of the environment. */
export function scheduledRecipients(
  to: ScheduleRecipients | undefined,
): ({ subscribers: string[] } & Pick<Recipients, "topics" | "exclusions">) | undefined {
  const subscribers = new Set<string>();
  const topics = new TopicsByKey();
  for (const one of Array.isArray(to) ? to : to === undefined ? [] : [to]) {
    if (typeof one === "string") subscribers.add(one);
    else if ("subscriberId" in one) subscribers.add(one.subscriberId);
    else if ("topicKey" in one) topics.add({ topicKey: one.topicKey, subscriberIds: one.exclude ?? [] });
    else return undefined;
  }
  return { subscribers: [...subscribers], ...topics.all() };
}
