import type { CreateTopic, TopicMembersAdded } from "#contract/topics.ts";
import type { Database } from "#db/client.ts";
import {
  addTopicSubscribers,
  deleteTopic,
  insertTopic,
  removeTopicSubscribers,
  renameTopic,
  type TopicRow,
  type TopicWithMembers,
} from "#db/queries/topics/topics.ts";
import type { CallContext } from "../caller.ts";

/** A new topic without members. Throws `conflict` when the key is taken. */
export const createTopic = (db: Database, { scope }: CallContext, topic: CreateTopic): Promise<TopicRow> =>
  db.transaction((transaction) => insertTopic(transaction, scope, topic));

/** Gives a topic another name. Throws `not_found`. */
export const changeTopic = (
  db: Database,
  { scope }: CallContext,
  key: string,
  name: string,
): Promise<TopicWithMembers> => db.transaction((transaction) => renameTopic(transaction, scope, key, name));

/** Throws `not_found`, and `conflict` while the topic has members. */
export const removeTopic = (db: Database, { scope }: CallContext, key: string): Promise<void> =>
  db.transaction((transaction) => deleteTopic(transaction, scope, key));

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

/** Unknown topics and subscribers are no error: afterwards they are not members. */
export const removeTopicMembers = (
  db: Database,
  { scope }: CallContext,
  key: string,
  subscriberIds: string[],
): Promise<void> => db.transaction((transaction) => removeTopicSubscribers(transaction, scope, key, subscriberIds));
