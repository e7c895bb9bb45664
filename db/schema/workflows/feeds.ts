import { sql } from "drizzle-orm";
import { pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { id, moment, owner, timestamps } from "../columns.ts";

/** Named parts of inboxes, to which in-app steps send. */
export const feeds = pgTable(
  "feeds",
  { id: id(), ...owner(), name: text().notNull(), identifier: text().notNull(), deletedAt: moment(), ...timestamps() },
  (t) => [
    // Inboxes name a feed by its identifier; a deleted one frees it.
    uniqueIndex("feeds_environment_identifier").on(t.environmentId, t.identifier).where(sql`deleted_at is null`),
  ],
);
