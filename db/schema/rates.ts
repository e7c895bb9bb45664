import { bigint, index, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { moment } from "./columns.ts";

/**
 * Events and messages of a workflow in one minute, and messages to a subscriber in one hour, as far as workers report them:
 * those of targets that come near a safety cap.
 */
export const rates = pgTable(
  "rates",
  {
    environmentId: uuid().notNull(),
    /** A workflow or a subscriber. */
    targetId: uuid().notNull(),
    startsAt: moment().notNull(),
    events: bigint({ mode: "number" }).notNull(),
    messages: bigint({ mode: "number" }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.environmentId, t.targetId, t.startsAt] }),
    // Housekeeping deletes what is over.
    index("rates_starts").using("brin", t.startsAt),
  ],
);
