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

/** The keys among these that name no topic of the environment. */
export async function unknownTopics(db: Database, scope: Scope, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await db.$hot<{ key: string }[]>`
    select key from topics where environment_id = ${scope.environmentId} and key = any(${[...keys]})`;
  const known = new Set(rows.map(({ key }) => key));
  return keys.filter((key) => !known.has(key));
}
