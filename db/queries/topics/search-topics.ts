import { and, eq, getTableColumns, like, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { beginningWith } from "../../like.ts";
import { countUpTo, insideOf, LIST_COUNT_MAX, type ListWindow, momentOf, orderOf } from "../../list-window.ts";
import { LISTED, SEARCHED_NAME, topics } from "../../schema/topics.ts";
import type { Scope } from "../../scope.ts";
import type { TopicRow } from "./topics.ts";

/** Beginnings of keys, and of names in any case. */
export interface TopicSearch {
  key?: string | undefined;
  name?: string | undefined;
}

export interface ListedTopic extends TopicRow {
  /** When it was created, to the microsecond. */
  at: string;
}

/**
 * One window of an environment's topics, and how many there are, counted up to one more than `LIST_COUNT_MAX`. A search reads
 * that many matches at most, and sorts those.
 */
export async function searchTopics(
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
  const isSearch = key !== undefined || name !== undefined;
  const listed = { ...getTableColumns(topics), at: momentOf(topics).as("at") };
  const [rows, count] = await Promise.all([
    isSearch ? sortedMatches() : inOrder(),
    countUpTo(db, sql`${topics} where ${where}`),
  ]);
  return { rows, count };

  function inOrder(): Promise<ListedTopic[]> {
    return db
      .select(listed)
      .from(topics)
      .where(and(where, insideOf(window, topics)))
      .orderBy(...orderOf(window, topics))
      .limit(window.limit);
  }

  function sortedMatches(): Promise<ListedTopic[]> {
    // The limit is a fence: only what was found is sorted, and it is found by the index of the search.
    const found = db.select(listed).from(topics).where(where).limit(LIST_COUNT_MAX).as("found");
    return db
      .select()
      .from(found)
      .where(insideOf(window, found))
      .orderBy(...orderOf(window, found))
      .limit(window.limit);
  }
}
