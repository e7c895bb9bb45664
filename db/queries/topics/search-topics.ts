import { and, eq, like, sql } from "drizzle-orm";
import type { CappedCount } from "#contract/schemas/keyset.ts";
import type { Database } from "../../client.ts";
import { beginningWith } from "../../like.ts";
import { type ListedRow, searchRows } from "../../list-search.ts";
import type { ListWindow } from "../../list-window.ts";
import { LISTED, SEARCHED_NAME, topics } from "../../schema/topics.ts";
import type { Scope } from "../../scope.ts";
import { foundBy, topicWays } from "../search/people-ways.ts";

/** Beginnings of keys, and of names in any case. */
export interface TopicSearch {
  key?: string | undefined;
  name?: string | undefined;
  /** Of either. */
  query?: string | undefined;
}

export type ListedTopic = ListedRow<typeof topics>;

/** One window of an environment's topics, and their number, as `searchRows` counts it. */
export function searchTopics(
  db: Database,
  scope: Scope,
  { key, name, query }: TopicSearch,
  window: ListWindow,
): Promise<{ rows: ListedTopic[]; count: number }> {
  const where = and(
    eq(topics.environmentId, scope.environmentId),
    LISTED,
    key === undefined ? undefined : like(topics.key, beginningWith(key)),
    name === undefined ? undefined : sql`${SEARCHED_NAME} like ${beginningWith(name.toLowerCase())}`,
    foundBy(topicWays, scope, query),
  );
  const isSearch = key !== undefined || name !== undefined || query !== undefined;
  return searchRows(db, topics, { where, isSearch }, window);
}

/** Members of a topic that are counted. */
const MEMBERS_COUNTED = 1_000;

/** How many members topics have, by topic, each counted once. */
export async function countMembers(db: Database, topicIds: readonly string[]): Promise<Map<string, CappedCount>> {
  const rows = await db.$client<{ id: string; count: number }[]>`
    select t.id, (select count(*)::int from (
      -- In the order of the index, so that no plan reads more of a topic than is counted.
      select distinct subscriber_id from topic_subscribers where topic_id = t.id
      order by subscriber_id limit ${MEMBERS_COUNTED + 1}) as members) as count
    from unnest(${[...topicIds]}::uuid[]) as t (id)`;
  return new Map(
    rows.map(({ id, count }) => [id, { count: Math.min(count, MEMBERS_COUNTED), isMore: count > MEMBERS_COUNTED }]),
  );
}
