import type { Database } from "../../client.ts";
import type { Scope } from "../../scope.ts";

/**
 * How many subscribers the event reaches by topics, or by being a broadcast (`topics` null), counted up to `most`. A
 * member of several topics counts several times: the number decides only into how many parts the audience is divided.
 */
export async function countAudience(
  db: Database,
  { environmentId }: Scope,
  topics: readonly string[] | null,
  most: number,
): Promise<number> {
  const sql = db.$hot;
  const members =
    topics === null
      ? sql`select 1 from subscribers where environment_id = ${environmentId} and deleted_at is null limit ${most}`
      : sql`
        select 1 from topics t cross join lateral (
          -- In the order of the index, so that no plan reads more of a topic than is counted.
          select from topic_subscribers where topic_id = t.id order by subscriber_id limit ${most}) m
        where t.environment_id = ${environmentId} and t.key = any(${[...topics]}::text[]) limit ${most}`;
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from (${members}) as members`;
  return row?.count ?? 0;
}

/** Whether the topics of these keys exist in the environment, and have subscribers. */
export async function topicSizes(
  db: Database,
  scope: Scope,
  keys: readonly string[],
): Promise<Map<string, "unknown" | "empty" | "some">> {
  const sizes = new Map<string, "unknown" | "empty" | "some">(keys.map((key) => [key, "unknown"]));
  if (keys.length === 0) return sizes;
  const rows = await db.$hot<{ key: string; isEmpty: boolean }[]>`
    select t.key, m.topic_id is null as "isEmpty"
    from topics t left join lateral (
      -- In the order of the index, so that no plan reads more of a topic.
      select topic_id from topic_subscribers where topic_id = t.id order by subscriber_id limit 1) m on true
    where t.environment_id = ${scope.environmentId} and t.key = any(${[...keys]})`;
  for (const { key, isEmpty } of rows) sizes.set(key, isEmpty ? "empty" : "some");
  return sizes;
}
