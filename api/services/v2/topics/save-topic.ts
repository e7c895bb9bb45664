import type { CallContext } from "#api/caller.ts";
import { topicDetailsView } from "#api/views/topics.ts";
import type { PatchTopic, SaveTopic } from "#contract/v2/topics.ts";
import type { Database } from "#db/client.ts";
import {
  createMissingTopic,
  deleteTopicWithMembers,
  findTopic,
  type TopicFields,
  type TopicRow,
  unknownTopic,
  updateTopic,
} from "#db/queries/topics/topics.ts";
import { DomainError } from "#domain/errors.ts";
import { noted } from "../../audit.ts";

/** Null leaves a name, which every topic has, as it is, and erases data. */
const fieldsOf = ({ name, data }: PatchTopic): TopicFields => ({
  ...(name && { name }),
  ...(data !== undefined && { data }),
});

/** Creates a topic, or changes what is given of the one there is. With `failIfExists` throws `conflict` with the topic there is. */
export const saveTopic = (
  db: Database,
  call: CallContext,
  { key, ...given }: SaveTopic,
  { failIfExists }: { failIfExists: boolean },
): Promise<{ topic: TopicRow; isNew: boolean }> =>
  noted(db, call, { action: "topic.updated", id: key }, async (transaction) => {
    const { scope } = call;
    const created = await createMissingTopic(transaction, scope, key, fieldsOf(given));
    if (created) return { topic: created, isNew: true };
    const found = await findTopic(transaction, scope, key);
    // Somebody has deleted it since: asked again, the call creates it.
    if (!found) throw unknownTopic(key);
    if (failIfExists) {
      throw new DomainError("conflict", `A topic with key ${key} exists in this environment`, {
        ...topicDetailsView(found),
      });
    }
    return { topic: await updateTopic(transaction, scope, key, fieldsOf(given)), isNew: false };
  });

/** Changes what is given of a topic. Throws `not_found`. */
export const patchTopic = (db: Database, call: CallContext, key: string, given: PatchTopic): Promise<TopicRow> =>
  noted(db, call, { action: "topic.updated", id: key }, (transaction) =>
    updateTopic(transaction, call.scope, key, fieldsOf(given)),
  );

/** Removes a topic together with its members. Throws `not_found`. */
export const removeTopicWithMembers = (db: Database, call: CallContext, key: string): Promise<void> =>
  noted(db, call, { action: "topic.deleted", id: key }, (transaction) =>
    deleteTopicWithMembers(transaction, call.scope, key),
  );
