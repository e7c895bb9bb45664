import { index, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { id, owner, timestamps } from "./columns.ts";

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
    uniqueIndex("tenants_environment_identifier").on(t.environmentId, t.identifier),
    // Lists, newest first.
    index("tenants_environment_created").on(t.environmentId, t.createdAt, t.id),
  ],
);
