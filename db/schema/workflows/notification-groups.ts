import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { id, owner, timestamps } from "../columns.ts";

export const notificationGroups = pgTable(
  "notification_groups",
  { id: id(), ...owner(), name: text().notNull(), parentId: uuid(), ...timestamps() },
  (t) => [
    // Names need not be unique.
    index("notification_groups_environment").on(t.environmentId),
  ],
);
