import type { EventProblem } from "#contract/events.ts";
import type { Database } from "#db/client.ts";
import { topicSizes } from "#db/queries/events/audience.ts";
import type { EventRow } from "#db/queries/events/insert-event.ts";

/** The topics of an event that reach nobody: because they do not exist, or have no subscribers. */
export async function topicProblems(db: Database, event: EventRow): Promise<EventProblem[]> {
  const topics = event.recipients?.topics ?? [];
  const { contextKeys } = event;
  const sizes = await topicSizes(db, event, topics, contextKeys);
  const whose = contextKeys === null ? "" : ` with the contexts ${contextKeys.join(", ")}`;
  return topics.flatMap((key): EventProblem[] => {
    const size = sizes.get(key);
    if (size === "unknown") {
      return [
        { kind: "topic_not_found", subject: key, message: `No topic with key ${key} exists in this environment` },
      ];
    }
    if (size === "some") return [];
    return [
      { kind: "topic_empty", subject: key, message: `Topic ${key} had no subscribers${whose} when the event arrived` },
    ];
  });
}

/** Conditions that could not be judged, for all members together. */
export const CONDITION_INVALID: EventProblem = {
  kind: "condition_invalid",
  message:
    "Conditions of subscriptions could not be judged, and count as not met: store the preferences of the subscriptions again",
};

/**
 * Says why an event has no runs at all. `excluded`: those who were found, and get nothing through a topic; `leftOut`: how many the
 * preferences of their subscriptions leave out.
 */
export function nobodyReached(event: EventRow, excluded: readonly string[], leftOut: number): EventProblem {
  const nobody = (message: string): EventProblem => ({
    kind: "no_recipients",
    message: `Nobody was reached: ${message}`,
  });
  if (event.recipients === null) return nobody("the environment has no subscribers");
  const { subscribers, exclusions } = event.recipients;
  const actor = event.actor?.subscriberId;
  if (actor !== undefined && excluded.includes(actor)) {
    return nobody(`the only subscriber of the topics is the actor ${actor}, who gets nothing through a topic`);
  }
  if (leftOut > 0) {
    const who = leftOut === 1 ? "the only subscriber" : `all ${leftOut} subscribers`;
    return nobody(`the preferences of their subscriptions leave out ${who} of the topics`);
  }
  if (subscribers.length > 0) return nobody("none of the recipients could be stored as the event names them");
  return nobody(`the topics have no subscribers${exclusions ? " but those whom the event excludes from them" : ""}`);
}
