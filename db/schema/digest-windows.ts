import { sql } from "drizzle-orm";
import { boolean, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, moment, owner } from "./columns.ts";

/** A digest that collects events of one subscriber: engine.md 5.2. Its members are in `digest_members`. */
export const digestWindows = pgTable(
  "digest_windows",
  {
    id: id(),
    ...owner(),
    workflowId: uuid().notNull(),
    stepId: uuid().notNull(),
    subscriberId: uuid().notNull(),
    /** Text of the payload's value at the step's digest key; empty without a key or a value. */
    digestValue: text().notNull(),
    /** The run that sends for all: the one that opened the window, or one that it was handed over to. */
    masterRunId: uuid().notNull(),
    openedAt: createdAt(),
    closesAt: moment().notNull(),
    /** From then on nobody joins. */
    closedAt: moment(),
    /** The step's conditions failed when the window closed: its events are not sent. */
    discarded: boolean().notNull().default(false),
    expireAt: moment().notNull(),
  },
  (t) => [
    // One open window per key: joining is an insert that either wins or finds the winner.
    uniqueIndex("digest_windows_open")
      .on(t.environmentId, t.workflowId, t.stepId, t.subscriberId, t.digestValue)
      .where(sql`closed_at is null`),
    // The windows of a run that is due.
    index("digest_windows_master").on(t.masterRunId),
    // Housekeeping deletes what has expired, in batches.
    index("digest_windows_expire").using("brin", t.expireAt),
  ],
);
