import { index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, owner } from "./columns.ts";

/** Jobs that have sent through one of Belfry's demo providers, numbered within their month. */
export const demoMessages = pgTable(
  "demo_messages",
  {
    /** A job is counted once, however often it is decided. */
    jobId: uuid().primaryKey(),
    ...owner(),
    providerId: text().notNull(),
    /** Calendar month in UTC, such as `2026-11`. */
    month: text().notNull(),
    number: integer().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    // The last number of a month; no two jobs have the same one.
    uniqueIndex("demo_messages_number").on(t.environmentId, t.providerId, t.month, t.number),
    // Housekeeping deletes those of earlier months.
    index("demo_messages_created").using("brin", t.createdAt),
  ],
);
