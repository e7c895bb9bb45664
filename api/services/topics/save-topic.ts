import type { CreateTopic, TopicMembersAdded } from "#contract/topics.ts";
import type { Database } from "#db/client.ts";
import { auditedTopic } from "#db/queries/audit/audited-rows.ts";
import {
  addTopicSubscribers,
  deleteTopic,
  insertTopic,
  removeTopicSubscribers,
  renameTopic,
  type TopicRow,
} from "#db/queries/topics/topics.ts";
import type { CallContext } from "../../caller.ts";
import { entriesOf, note, noted, noteStates } from "../audit.ts";

/** A new topic without members. Throws `conflict` when the key is taken. */
export async function createTopic(db: Database, call: CallContext, topic: CreateTopic) {
  const after = auditedTopic({ ...topic, data: null });
  return insertTopic(db.$hot, call.scope, topic, await entriesOf(db, call, "topic.created", { after }));
}

/** Gives a topic another name. Throws `not_found`. */
export const changeTopic = (db: Database, call: CallContext, key: string, name: string): Promise<TopicRow> =>
  noted(db, call, { action: "topic.updated", id: key }, (transaction) =>
    renameTopic(transaction, call.scope, key, name),
  );

/** Throws `not_found`, and `conflict` while the topic has members. */
export const removeTopic = (db: Database, call: CallContext, key: string): Promise<void> =>
  deleteTopic(db, call.scope, key, (topic) => entriesOf(db, call, "topic.deleted", { before: auditedTopic(topic) }));

/** Adds subscribers to a topic, which is made when the environment has none of this key. Unknown subscribers are named. */
export async function addTopicMembers(
  db: Database,
  call: CallContext,
  key: string,
  subscriberIds: string[],
): Promise<TopicMembersAdded> {
  const { succeeded, notFound } = await db.transaction(async (transaction) => {
    const added = await addTopicSubscribers(transaction, call.scope, key, subscriberIds);
    if (added.created) {
      await noteStates(transaction, call, "topic.created", { after: auditedTopic(added.created) });
    }
    const after = { subscribers: added.added };
    // Who is a member already is not added again.
    if (added.added > 0) await note(transaction, call, { action: "topic.members_added", id: key, after });
    return added;
  });
  return { succeeded, ...(notFound.length > 0 && { failed: { notFound } }) };
}

/** Unknown topics and subscribers are no error: afterwards they are not members. */
export const removeTopicMembers = (
  db: Database,
  call: CallContext,
  key: string,
  subscriberIds: string[],
): Promise<void> =>
  db.transaction(async (transaction) => {
    const subscribers = await removeTopicSubscribers(transaction, call.scope, key, subscriberIds);
    if (subscribers === 0) return;
    await note(transaction, call, { action: "topic.members_removed", id: key, before: { subscribers } });
  });
