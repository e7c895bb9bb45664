import type { TopicMembersAdded } from "#contract/topics.ts";
import type { Database } from "#db/client.ts";
import { addTopicSubscribers } from "#db/queries/topics/topics.ts";
import type { CallContext } from "../caller.ts";

/** Adds subscribers to a topic, which is made when the environment has none of this key. Unknown subscribers are named. */
export async function addTopicMembers(
  db: Database,
  { scope }: CallContext,
  key: string,
  subscriberIds: string[],
): Promise<TopicMembersAdded> {
  const { succeeded, notFound } = await db.transaction((transaction) =>
    addTopicSubscribers(transaction, scope, key, subscriberIds),
  );
  return { succeeded, ...(notFound.length > 0 && { failed: { notFound } }) };
}
