import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { CanceledBy } from "#contract/constants/canceled-by.ts";
import type { EventProblem } from "#contract/events.ts";
import type { RetentionDays } from "#contract/retention.ts";
import type { TestMode } from "#contract/test-mode.ts";
import { createdAt, id, moment, owner } from "../columns.ts";

/** One accepted trigger call. What its runs share is stored once, in `event_contents`; where they stand, in `cohorts`. */
export const events = pgTable(
  "events",
  {
    id: id(),
    ...owner(),
    transactionId: text().notNull(),
    workflowId: uuid().notNull(),
    workflowVersionId: uuid().notNull(),
    /** Id of the Temporal execution that carries the event. */
    executionId: text().notNull(),
    audience: text().$type<"direct" | "broadcast">().notNull(),
    /** Parts of the audience that could not be served, such as an unknown topic. */
    problems: jsonb().$type<EventProblem[]>().notNull().default([]),
    /** Set by the caller's cancel. Nothing that has not begun by then begins later. */
    canceledAt: moment(),
    /** By whom; null where it was Belfry itself, with the environment. */
    canceledBy: jsonb().$type<CanceledBy>(),
    /** From then on nothing more is sent. */
    validUntil: moment(),
    /** Why the event's execution ended before the audience was divided into cohorts. */
    stopReason: text(),
    /** For how long its rows are kept, as the environment said when it was accepted; null is the default. */
    retention: jsonb().$type<RetentionDays>(),
    /** How a test event differs; null for a real one. */
    testMode: jsonb().$type<TestMode>(),
    createdAt: createdAt(),
    /** When runs, jobs, details and deliveries expire. The row itself is deleted with its content. */
    expireAt: moment().notNull(),
  },
  (t) => [
    // The caller's id names one event; of two at the same instant the first one wins here.
    uniqueIndex("events_environment_transaction").on(t.environmentId, t.transactionId),
    // The events of a workflow, newest first.
    index("events_workflow_created").on(t.workflowId, t.createdAt, t.id),
    // Events that could not serve somebody, newest first.
    index("events_problems").on(t.environmentId, t.createdAt, t.id).where(sql`problems <> '[]'`),
    // The reconciler looks through the events of the last minutes; a block range index costs an insert nothing.
    index("events_created").using("brin", t.createdAt),
  ],
);
