import { index, jsonb, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "../columns.ts";

/**
 * A run that waits for an event of its subscriber. Whether one has come follows from `signals` and `runs`; this row says
 * since when one counts, and which run has to look.
 */
export const eventWaits = pgTable(
  "event_waits",
  {
    runId: uuid().notNull(),
    stepId: uuid().notNull(),
    environmentId: uuid().notNull(),
    subscriberId: uuid().notNull(),
    /** Index of the step in the run. A run that stands elsewhere does not wait. */
    position: smallint().notNull(),
    /** `signal:` and its name, or `workflow:` and its identifier. */
    awaited: text().notNull(),
    /** Dotted path, and the value that the event's payload must have there. */
    matchPath: text(),
    matchValue: jsonb().$type<unknown>(),
    /** The moment at which the run reached the step. */
    since: moment().notNull(),
    dueAt: moment().notNull(),
    /** That of the run, which is in the partition of this moment. */
    expireAt: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.runId, t.stepId] }),
    // Who waits for what happens to a subscriber.
    index("event_waits_subscriber").on(t.subscriberId, t.awaited),
    // Whether anybody waits for a workflow at all: most rows are of waits that are over.
    index("event_waits_due").on(t.environmentId, t.awaited, t.dueAt),
  ],
);
