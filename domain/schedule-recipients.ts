import type { ScheduleRecipients } from "#contract/schedules.ts";

/** The customer's ids of subscribers, and the keys of topics, each once; undefined for everybody of the environment. */
export function scheduledRecipients(
  to: ScheduleRecipients | undefined,
): { subscribers: string[]; topics: string[] } | undefined {
  const subscribers = new Set<string>();
  const topics = new Set<string>();
  for (const one of Array.isArray(to) ? to : to === undefined ? [] : [to]) {
    if (typeof one === "string") subscribers.add(one);
    else if ("subscriberId" in one) subscribers.add(one.subscriberId);
    else if ("topicKey" in one) topics.add(one.topicKey);
    else return undefined;
  }
  return { subscribers: [...subscribers], topics: [...topics] };
}
