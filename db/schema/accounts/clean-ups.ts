import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { moment } from "../columns.ts";

/** The last clean-up of each kind of rows. */
export const cleanUps = pgTable("clean_ups", {
  kind: text().primaryKey(),
  finishedAt: moment().notNull(),
  durationMs: integer().notNull(),
  rows: integer().notNull(),
  partitions: text().array().notNull(),
  sparedEvents: integer().notNull(),
  /** Why it failed; null when it did not. */
  error: text(),
});
