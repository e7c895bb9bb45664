import { index, pgTable, uniqueIndex, uuid } from "drizzle-orm/pg-core";
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
    ...timestamps(),
  },
  (t) => [
    // Joining twice is joining once; an event pages through the members in this order.
    uniqueIndex("topic_subscribers_topic_subscriber").on(t.topicId, t.subscriberId),
    // Deleting a subscriber removes it from all topics.
    index("topic_subscribers_subscriber").on(t.subscriberId),
  ],
);
