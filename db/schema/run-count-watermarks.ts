import { integer, pgTable, uuid } from "drizzle-orm/pg-core";
import { exactMoment } from "./columns.ts";

/** Up to which moment the runs of an environment are in `run_counts`, and the span that the next ones may still belong to. */
export const runCountWatermarks = pgTable("run_count_watermarks", {
  environmentId: uuid().primaryKey(),
  /** Runs from then on are not counted yet; null before the first ones were. */
  countedUntil: exactMoment(),
  spanStartsAt: exactMoment(),
  /** Runs in that span. */
  spanRuns: integer().notNull().default(0),
});
