import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { id, owner, timestamps } from "./columns.ts";

/** The condition of lists of topics, and of their indexes. */
export const LISTED = sql`created_at > '-infinity'`;
/** In lower case and no longer than an index entry may be. */
export const SEARCHED_NAME = sql`lower(left(name, 255))`;

export const topics = pgTable(
  "topics",
  {
    id: id(),
    ...owner(),
    key: text().notNull(),
    name: text().notNull(),
    data: jsonb().$type<Record<string, unknown>>(),
    ...timestamps(),
  },
  (t) => [
    // Keys are chosen by the customer, so they only need to be unique inside one environment. The operator class serves
    // searches by the beginning of a key, too, whatever the database's collation.
    uniqueIndex("topics_environment_key").on(t.environmentId, t.key.op("text_pattern_ops")),
    // Lists, newest first. Every row fulfils the condition, which only lists name: other statements cannot use it.
    index("topics_environment_created").on(t.environmentId, t.createdAt, t.id).where(LISTED),
    // Searches by the beginning of a name.
    index("topics_environment_name").on(t.environmentId, sql`${SEARCHED_NAME} text_pattern_ops`).where(LISTED),
  ],
);
