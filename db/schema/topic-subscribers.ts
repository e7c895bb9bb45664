import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import type { StoredSubscriptionPreference } from "#domain/subscriptions/subscription-preferences.ts";
import { id, owner, timestamps } from "./columns.ts";
import { subscribers } from "./subscribers.ts";
import { topics } from "./topics.ts";

export const topicSubscribers = pgTable(
  "topic_subscribers",
  {
    id: id(),
    ...owner(),
    topicId: uuid()
      .notNull()
      .references(() => topics.id, { onDelete: "cascade" }),
    subscriberId: uuid()
      .notNull()
      .references(() => subscribers.id, { onDelete: "cascade" }),
    /** The caller's own id of the membership; null for one that goes by its topic, subscriber and contexts. */
    identifier: text(),
    name: text(),
    /** The contexts, `ContextKeys`, of the events that reach the subscriber by it. */
    contextKeys: text().array(),
    /** Which of these events do, by their workflows; null for all. */
    preferences: jsonb().$type<StoredSubscriptionPreference[]>(),
    ...timestamps(),
  },
  (t) => [
    // Joining twice is joining once; an event pages through the members in this order, and reads their contexts here.
    unique("topic_subscribers_subscription")
      .on(t.topicId, t.subscriberId, t.contextKeys, t.identifier)
      .nullsNotDistinct(),
    // Events with contexts page through those of the same contexts, of which a large topic may have few.
    index("topic_subscribers_contexts")
      .on(t.topicId, t.contextKeys, t.subscriberId)
      .where(sql`context_keys is not null`),
    // An event asks whether there is anything to judge.
    index("topic_subscribers_preferences").on(t.topicId, t.subscriberId).where(sql`preferences is not null`),
    // Deleting a subscriber removes it from all topics; lists of its topics are newest first.
    index("topic_subscribers_subscriber").on(t.subscriberId, t.createdAt, t.id),
    // Lists of members, newest first. Every row fulfils the condition, which only lists name: events page by the unique index.
    index("topic_subscribers_topic_created").on(t.topicId, t.createdAt, t.id).where(sql`created_at > '-infinity'`),
    // Callers name memberships by it.
    index("topic_subscribers_identifier").on(t.topicId, t.identifier).where(sql`identifier is not null`),
  ],
);
