import type { Database } from "../client.ts";
import type { Scope } from "../scope.ts";

const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

interface Page {
  /** Belfry's id of the last subscriber of the page before; empty for the first one. */
  after: string;
  size: number;
}

/** The next subscribers of the environment, in the order of their ids. */
export async function pageOfEnvironment(db: Database, scope: Scope, { after, size }: Page): Promise<string[]> {
  const rows = await db.$client<{ id: string }[]>`
    select id from subscribers
    where environment_id = ${scope.environmentId} and id > ${after || BEFORE_ALL} and deleted_at is null
    order by id limit ${size}`;
  return rows.map(({ id }) => id);
}

/** The next members of any of the topics, each once, leaving out subscribers by the customer's ids. */
export async function pageOfTopics(
  db: Database,
  scope: Scope,
  { topics, except, after, size }: Page & { topics: readonly string[]; except: readonly string[] },
): Promise<string[]> {
  const rows = await db.$client<{ id: string }[]>`
    select distinct s.id
    from topics t
    join topic_subscribers ts on ts.topic_id = t.id
    join subscribers s on s.id = ts.subscriber_id
    where t.environment_id = ${scope.environmentId} and t.key = any(${[...topics]})
      and s.deleted_at is null and s.subscriber_id <> all(${[...except]}) and s.id > ${after || BEFORE_ALL}
    order by s.id limit ${size}`;
  return rows.map(({ id }) => id);
}

/** The keys among these that name no topic of the environment. */
export async function unknownTopics(db: Database, scope: Scope, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await db.$client<{ key: string }[]>`
    select key from topics where environment_id = ${scope.environmentId} and key = any(${[...keys]})`;
  const known = new Set(rows.map(({ key }) => key));
  return keys.filter((key) => !known.has(key));
}
