import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, smallint, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, moment, owner } from "../columns.ts";

const counter = () => integer().notNull().default(0);

/**
 * A part of an event's audience whose runs one Temporal execution moves on. The row says which part, how far it has been
 * turned into runs, when anything is due next, and how many jobs stand in each state: an event's status is the sum of
 * its cohorts.
 */
export const cohorts = pgTable(
  "cohorts",
  {
    /** Derived from event and number. */
    id: uuid().primaryKey(),
    ...owner(),
    eventId: uuid().notNull(),
    number: smallint().notNull(),
    /** Id of the Temporal execution that owns the runs. */
    executionId: text().notNull(),
    /** Named recipients of this part: indexes into the event's list, the second one exclusive. */
    recipientsFrom: integer().notNull(),
    recipientsTo: integer().notNull(),
    /** Members of topics or of the environment of this part, by Belfry's id: after the first, up to the second. Null: none. */
    idsAfter: uuid(),
    idsUpTo: uuid(),
    /** Start of the next slice: `named:<index>` or `ids:<id>`. Null when every member has become a run. */
    cursor: text(),
    /** The next moment at which anything is due; null when nothing is left to do. */
    dueAt: moment(),
    /** Why its execution ended with work left. */
    stopReason: text(),
    /** A resume was asked for: what was stopped is made due again before anything else. */
    reopen: boolean().notNull().default(false),
    /** The last run, by its id, that this resume has looked at. */
    reopenedUpTo: uuid(),
    runs: counter(),
    /** Runs whose first slice sent, or is to send, something or waits; and those that ended with a failed step and nothing sent. */
    reachedRuns: counter(),
    failedRuns: counter(),
    /** Members of topics who got no run, because of the preferences of their subscriptions. */
    leftOut: counter(),
    pending: counter(),
    queued: counter(),
    running: counter(),
    completed: counter(),
    failed: counter(),
    delayed: counter(),
    canceled: counter(),
    merged: counter(),
    skipped: counter(),
    /** Other versions than the event's by which some of the runs go on, because they were resumed by them. */
    versions: uuid().array().notNull().default([]),
    createdAt: createdAt(),
    expireAt: moment().notNull(),
  },
  (t) => [
    // All cohorts of one event: its status, cancel and resume.
    index("cohorts_event").on(t.eventId),
    // The reconciler looks for what is overdue of each organisation.
    index("cohorts_organization_due").on(t.organizationId, t.dueAt, t.id).where(sql`due_at is not null`),
    // Housekeeping deletes what has expired, in batches.
    index("cohorts_expire").using("brin", t.expireAt),
  ],
);
