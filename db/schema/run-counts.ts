import { index, integer, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { exactMoment } from "./columns.ts";

/**
 * How many runs of a workflow's version began in a span of time, for the statistics of the activity feed. A span ends with its
 * day of UTC, or after `SPAN_RUNS` runs: `db/queries/activity/count-runs.ts`. Counts outlive the runs that they counted.
 */
export const runCounts = pgTable(
  "run_counts",
  {
    environmentId: uuid().notNull(),
    /** The moment of the span's first run. All later runs of the environment, up to the next span, are in this one. */
    startsAt: exactMoment().notNull(),
    workflowId: uuid().notNull(),
    workflowVersionId: uuid().notNull(),
    runs: integer().notNull(),
    /** Dry runs besides, which lists show and statistics do not. */
    dryRuns: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.environmentId, t.startsAt, t.workflowVersionId] }),
    // Housekeeping deletes what no statistic shows any more.
    index("run_counts_starts").using("brin", t.startsAt),
  ],
);
