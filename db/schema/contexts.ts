import { index, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { id, owner, timestamps } from "./columns.ts";

/** Contexts of an environment: tenants, apps, regions, which events, messages and choices name by their keys. */
export const contexts = pgTable(
  "contexts",
  {
    id: id(),
    ...owner(),
    /** `type:id`; neither has a colon. */
    key: text().notNull(),
    type: text().notNull(),
    /** The caller's own, unique in its type. */
    contextId: text().notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    ...timestamps(),
  },
  (t) => [
    // The operator class serves searches by the beginning of a key, too, whatever the database's collation.
    uniqueIndex("contexts_environment_key").on(t.environmentId, t.key.op("text_pattern_ops")),
    // Searches by the beginning of an id.
    index("contexts_environment_id").on(t.environmentId, t.contextId.op("text_pattern_ops")),
    // Lists, newest first.
    index("contexts_environment_created").on(t.environmentId, t.createdAt, t.id),
  ],
);
