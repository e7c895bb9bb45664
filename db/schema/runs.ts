import { index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { SubscriberSource } from "#contract/constants/statuses.ts";
import { createdAt, moment, owner } from "./columns.ts";

/**
 * One event for one subscriber: what the wire calls a notification. Partitioned by `expire_at`, so that retention drops
 * partitions. The row is also the record of the run's `trigger` job, which always succeeds at once.
 */
export const runs = pgTable(
  "runs",
  {
    /** Derived from event and subscriber: resolving an audience twice makes one run. */
    id: uuid().notNull(),
    ...owner(),
    eventId: uuid().notNull(),
    workflowId: uuid().notNull(),
    workflowVersionId: uuid().notNull(),
    subscriberId: uuid().notNull(),
    transactionId: text().notNull(),
    source: text().$type<SubscriberSource>().notNull(),
    /** The run whose digest took this one in. */
    digestedRunId: uuid(),
    createdAt: createdAt(),
    expireAt: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.id, t.expireAt] }),
    // The activity feed, newest first.
    index("runs_environment_created").on(t.environmentId, t.createdAt),
    // One subscriber's activity.
    index("runs_subscriber_created").on(t.subscriberId, t.createdAt),
    // All runs of one event: cancelling, and filters by transactionId.
    index("runs_event").on(t.eventId),
  ],
);
