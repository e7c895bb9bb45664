import { boolean, index, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import type { ViewedList } from "#contract/constants/activity/saved-views.ts";
import { id, owner, timestamps } from "../columns.ts";

/** Filters of lists that members keep under a name. */
export const savedViews = pgTable(
  "saved_views",
  {
    id: id(),
    ...owner(),
    /** Its author, who alone changes it. */
    userId: uuid().notNull(),
    list: text().$type<ViewedList>().notNull(),
    name: text().notNull(),
    /** The query of the list's address. */
    search: text().notNull(),
    /** Whether every member of the environment has it. */
    isShared: boolean().notNull(),
    ...timestamps(),
  },
  (t) => [
    unique("saved_views_name").on(t.environmentId, t.userId, t.list, t.name),
    index("saved_views_shared").on(t.environmentId, t.list),
  ],
);
