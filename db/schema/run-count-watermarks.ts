import { integer, pgTable, uuid } from "drizzle-orm/pg-core";
import { exactMoment } from "./columns.ts";

/** Up to which moments runs, messages and failed steps of an environment are counted, and the span that the next runs may still belong to. */
export const runCountWatermarks = pgTable("run_count_watermarks", {
  environmentId: uuid().primaryKey(),
  /** Runs from then on are not counted yet; null before the first ones were. */
  countedUntil: exactMoment(),
  spanStartsAt: exactMoment(),
  /** Runs in that span. */
  spanRuns: integer().notNull().default(0),
  /** Messages from then on are not counted yet. */
  messagesCountedUntil: exactMoment(),
  /** The last failed step that is counted: when it failed, and its job. */
  failuresCountedUntil: exactMoment(),
  failuresCountedTo: uuid(),
});
