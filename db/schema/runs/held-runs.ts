import { pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { createdAt, moment } from "../columns.ts";

/** A run that waits for a pause to end. Deleted with its release; the run's own row says the rest. */
export const heldRuns = pgTable(
  "held_runs",
  {
    pauseId: uuid().notNull(),
    runId: uuid().notNull(),
    cohortId: uuid().notNull(),
    /** Of the run's row. */
    expireAt: moment().notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.pauseId, t.runId] })],
);
