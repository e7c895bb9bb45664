import { sql } from "drizzle-orm";
import { pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, moment, owner } from "./columns.ts";

/** A digest that collects events: engine.md 5.2. */
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
    /** The run that opened the window and sends for all. */
    masterRunId: uuid().notNull(),
    openedAt: createdAt(),
    closesAt: moment().notNull(),
    closedAt: moment(),
  },
  (t) => [
    // One open window per key: joining is an insert that either wins or finds the winner.
    uniqueIndex("digest_windows_open")
      .on(t.environmentId, t.workflowId, t.stepId, t.subscriberId, t.digestValue)
      .where(sql`closed_at is null`),
  ],
);
