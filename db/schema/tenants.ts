import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { id, owner, timestamps } from "./columns.ts";

/** In lower case and no longer than an index entry may be. */
export const SEARCHED_NAME = sql`lower(left(name, 255))`;

export const tenants = pgTable(
  "tenants",
  {
    id: id(),
    ...owner(),
    identifier: text().notNull(),
    name: text(),
    data: jsonb().$type<Record<string, unknown>>(),
    ...timestamps(),
  },
  (t) => [
    // The operator class serves searches by the beginning of an identifier, too, whatever the database's collation.
    uniqueIndex("tenants_environment_identifier").on(t.environmentId, t.identifier.op("text_pattern_ops")),
    // Lists, newest first.
    index("tenants_environment_created").on(t.environmentId, t.createdAt, t.id),
    // Searches by the beginning of a name.
    index("tenants_environment_name")
      .on(t.environmentId, sql`${SEARCHED_NAME} text_pattern_ops`)
      .where(sql`name is not null`),
  ],
);
