import { and, eq, like, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { beginningWith } from "../../like.ts";
import { type ListedRow, searchRows } from "../../list-search.ts";
import type { ListWindow } from "../../list-window.ts";
import { LISTED, SEARCHED_NAME, topics } from "../../schema/topics.ts";
import type { Scope } from "../../scope.ts";

/** Beginnings of keys, and of names in any case. */
export interface TopicSearch {
  key?: string | undefined;
  name?: string | undefined;
}

export type ListedTopic = ListedRow<typeof topics>;

/** One window of an environment's topics, and their number, as `searchRows` counts it. */
export function searchTopics(
  db: Database,
  scope: Scope,
  { key, name }: TopicSearch,
  window: ListWindow,
): Promise<{ rows: ListedTopic[]; count: number }> {
  const where = and(
    eq(topics.environmentId, scope.environmentId),
    LISTED,
    key === undefined ? undefined : like(topics.key, beginningWith(key)),
    name === undefined ? undefined : sql`${SEARCHED_NAME} like ${beginningWith(name.toLowerCase())}`,
  );
  return searchRows(db, topics, { where, isSearch: key !== undefined || name !== undefined }, window);
}
