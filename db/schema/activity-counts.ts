import { index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "./columns.ts";

/** Runs that began, messages that were made, and those of them that could not be delivered. */
export type ActivityKind = "run" | "message" | "undelivered";

/** How much happened in an hour of UTC, for the overview of an environment. Counts outlive the rows that they counted. */
export const activityCounts = pgTable(
  "activity_counts",
  {
    environmentId: uuid().notNull(),
    /** The hour's first moment. */
    hour: moment().notNull(),
    kind: text().$type<ActivityKind>().notNull(),
    count: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.environmentId, t.hour, t.kind] }),
    // Housekeeping deletes what no overview shows any more.
    index("activity_counts_hour").using("brin", t.hour),
  ],
);
