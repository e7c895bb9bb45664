import { pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { id, timestamps } from "./columns.ts";
import { organizations } from "./organizations.ts";

export const environments = pgTable(
  "environments",
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    name: text().notNull(),
    /** The application identifier of inboxes: public, and the only credential besides a key. */
    identifier: text().notNull(),
    /** Production points to Development, from which changes are promoted. */
    parentId: uuid(),
    /** Executes the steps of its code-first workflows; null before the first sync. */
    bridgeUrl: text(),
    ...timestamps(),
  },
  (t) => [uniqueIndex("environments_identifier").on(t.identifier)],
);
