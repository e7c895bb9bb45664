import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { moment, owner } from "./columns.ts";

/** Counts of the sends of an integration in a minute, of all processes together. */
export const integrationSends = pgTable(
  "integration_sends",
  {
    integrationId: uuid().notNull(),
    ...owner(),
    /** Its first moment. */
    minute: moment().notNull(),
    succeeded: integer().notNull(),
    /** Attempts that failed for good, and those after which the message is tried again. */
    failed: integer().notNull(),
    retried: integer().notNull(),
    /** How long those that succeeded took, in the buckets of `domain/lanes/send-durations.ts`. */
    durations: integer().array().notNull(),
    /** The last failure. */
    errorAt: moment(),
    errorMessage: text(),
    errorCode: text(),
  },
  (t) => [
    primaryKey({ columns: [t.integrationId, t.minute] }),
    // The last failure may be days ago.
    index("integration_sends_errors").on(t.integrationId, t.minute).where(sql`error_at is not null`),
    // Housekeeping deletes what nobody looks at any more.
    index("integration_sends_minute").using("brin", t.minute),
  ],
);
