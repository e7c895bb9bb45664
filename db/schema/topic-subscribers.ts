import { sql } from "drizzle-orm";
import { index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
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
    /** The caller's own id of the membership; null for one that goes by its topic and subscriber. */
    identifier: text(),
    name: text(),
    ...timestamps(),
  },
  (t) => [
    // Joining twice is joining once; an event pages through the members in this order.
    uniqueIndex("topic_subscribers_topic_subscriber").on(t.topicId, t.subscriberId),
    // Deleting a subscriber removes it from all topics; lists of its topics are newest first.
    index("topic_subscribers_subscriber").on(t.subscriberId, t.createdAt, t.id),
    // Lists of members, newest first. Every row fulfils the condition, which only lists name: events page by the unique index.
    index("topic_subscribers_topic_created").on(t.topicId, t.createdAt, t.id).where(sql`created_at > '-infinity'`),
    // Callers name a membership by it.
    uniqueIndex("topic_subscribers_topic_identifier").on(t.topicId, t.identifier).where(sql`identifier is not null`),
  ],
);
