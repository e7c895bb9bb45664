import { index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { id, owner, timestamps } from "../columns.ts";

/** A namespace of translations: templates name one of its keys as `identifier.key`. */
export const translationGroups = pgTable(
  "translation_groups",
  {
    id: id(),
    ...owner(),
    creatorId: uuid().notNull(),
    /** The group of Development that this one was promoted from. */
    parentId: uuid(),
    name: text().notNull(),
    identifier: text().notNull(),
    ...timestamps(),
  },
  (t) => [
    // Templates name a group by this.
    uniqueIndex("translation_groups_environment_identifier").on(t.environmentId, t.identifier),
    // Promotion finds the copy of a group by its original.
    index("translation_groups_parent").on(t.parentId),
  ],
);
