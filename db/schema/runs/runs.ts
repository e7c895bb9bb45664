import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import type { CanceledBy } from "#contract/constants/canceled-by.ts";
import type { StopReason, SubscriberSource } from "#contract/constants/statuses.ts";
import { createdAt, moment, owner } from "../columns.ts";

type HandledBy = CanceledBy & { at: string };

/**
 * One event for one subscriber: what the wire calls a notification. The row says which cohort owns the run and where it
 * stands. It is also the record of the run's `trigger` job, which always succeeds at once. Partitioned by `expire_at`.
 */
export const runs = pgTable(
  "runs",
  {
    /** Derived from event and subscriber: resolving an audience twice makes one run. */
    id: uuid().notNull(),
    ...owner(),
    eventId: uuid().notNull(),
    /** The cohort that moves this run on. */
    cohortId: uuid().notNull(),
    workflowId: uuid().notNull(),
    workflowVersionId: uuid().notNull(),
    subscriberId: uuid().notNull(),
    transactionId: text().notNull(),
    source: text().$type<SubscriberSource>().notNull(),
    /** Of a dry run (`events.test_mode`): in no statistic. Statistics outlive the events, so that the run says it. */
    isDry: boolean().notNull().default(false),
    /** The integration that a resumption chose: messages on its channel that are decided from then on go through it first. */
    integrationId: uuid(),
    /** The resumption that last had it go on, or `event` where its event was resumed as a whole; null if none has. */
    resumedBy: text(),
    /** Index of the active step at which the run stands; their number when it is through. */
    position: smallint().notNull(),
    /** Grows with every change of the run or its jobs. A writer names the one that it read, so that of two one wins. */
    revision: integer().notNull().default(0),
    /** When to look at the run next. Null while a delivery of it is open, and when it has ended. */
    dueAt: moment(),
    /** Why the run ended before its last step, when it did. */
    stopReason: text().$type<StopReason>(),
    /** The run whose digest took this one in. */
    digestedRunId: uuid(),
    /** Who looked after what went wrong, and when; a resume takes it back. */
    handled: jsonb().$type<HandledBy>(),
    createdAt: createdAt(),
    expireAt: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.id, t.expireAt] }),
    // What of a cohort is due.
    index("runs_due").on(t.cohortId, t.dueAt).where(sql`due_at is not null`),
    // What of a workflow waits, by when it is due.
    index("runs_waiting").on(t.workflowId, t.dueAt, t.id).where(sql`due_at is not null`),
    // The versions of a workflow with which runs wait, and how many do.
    index("runs_waiting_by_version").on(t.workflowId, t.workflowVersionId).where(sql`due_at is not null`),
    // The waiting runs of a subscriber whose hours or time zone change.
    index("runs_waiting_by_subscriber").on(t.subscriberId).where(sql`due_at is not null`),
    // What a resume makes due again.
    index("runs_stopped").on(t.cohortId).where(sql`stop_reason is not null`),
    // The activity feed, newest first.
    index("runs_environment_created").on(t.environmentId, t.createdAt),
    // One subscriber's activity.
    index("runs_subscriber_created").on(t.subscriberId, t.createdAt),
    // The runs of one event, newest first.
    index("runs_event").on(t.eventId, t.createdAt),
  ],
);
