import type { Fragment } from "postgres";
import type { ContextKeys } from "#domain/contexts.ts";
import type { TopicExclusion } from "#domain/recipients.ts";
import type { Database } from "../../client.ts";
import { hasContexts } from "../../context-filter.ts";
import type { EventRecipients } from "../../schema/events/event-contents.ts";
import type { Scope } from "../../scope.ts";

/**
 * The topics `t` of an audience as a `from` item, each with the internal ids of those who get nothing through it, as `left_out.ids`.
 * They are looked up once for each topic, and not for each of its members.
 */
export function audienceTopics(
  { $hot: sql }: Database,
  { environmentId }: Scope,
  exclusions: readonly TopicExclusion[],
): Fragment {
  return sql`
    topics t cross join lateral (
      select array(
        select s.id from subscribers s
        where s.environment_id = ${environmentId} and s.subscriber_id = any(array(
          select jsonb_array_elements_text(e -> 'subscriberIds')
          from jsonb_array_elements(${JSON.stringify(exclusions)}::text::jsonb) e where e ->> 'topicKey' = t.key))) as ids
      offset 0) as left_out`;
}

/** The recipients of an event by topics, and the contexts that their subscriptions have to have. */
export interface CountedAudience extends Pick<EventRecipients, "topics" | "exclusions"> {
  contextKeys: ContextKeys;
}

/**
 * How many subscribers the event reaches by topics, or by being a broadcast (`recipients` null), counted up to `most`. A
 * member of several topics counts several times: the number decides only into how many parts the audience is divided. Those whom
 * the preferences of their subscriptions leave out are counted, too.
 */
export async function countAudience(
  db: Database,
  scope: Scope,
  recipients: CountedAudience | null,
  most: number,
): Promise<number> {
  const sql = db.$hot;
  const { environmentId } = scope;
  const { topics, exclusions, contextKeys = null } = recipients ?? {};
  const members =
    topics === undefined
      ? sql`select 1 from subscribers where environment_id = ${environmentId} and deleted_at is null limit ${most}`
      : sql`
        select 1 from ${exclusions ? audienceTopics(db, scope, exclusions) : sql`topics t`} cross join lateral (
          -- In the order of the index, so that no plan reads more of a topic than is counted.
          select distinct subscriber_id from topic_subscribers
          where topic_id = t.id and ${hasContexts(sql, "context_keys", contextKeys)} ${exclusions ? sql`and subscriber_id <> all(left_out.ids)` : sql``}
          order by subscriber_id limit ${most}) m
        where t.environment_id = ${environmentId} and t.key = any(${[...topics]}::text[]) limit ${most}`;
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from (${members}) as members`;
  return row?.count ?? 0;
}

/** Whether subscriptions of these topics have preferences: then some of those who are counted may be left out. */
export async function hasPreferences(
  { $hot: sql }: Database,
  { environmentId }: Scope,
  keys: readonly string[],
): Promise<boolean> {
  const [row] = await sql<{ some: boolean }[]>`
    select exists (
      select from topics t cross join lateral (
        select from topic_subscribers where topic_id = t.id and preferences is not null limit 1) m
      where t.environment_id = ${environmentId} and t.key = any(${[...keys]}::text[])) as some`;
  return row?.some ?? false;
}

/** Whether the topics of these keys exist in the environment, and have subscribers whom an event with these contexts may reach. */
export async function topicSizes(
  db: Database,
  scope: Scope,
  keys: readonly string[],
  contextKeys: ContextKeys,
): Promise<Map<string, "unknown" | "empty" | "some">> {
  const sizes = new Map<string, "unknown" | "empty" | "some">(keys.map((key) => [key, "unknown"]));
  if (keys.length === 0) return sizes;
  const rows = await db.$hot<{ key: string; isEmpty: boolean }[]>`
    select t.key, m.topic_id is null as "isEmpty"
    from topics t left join lateral (
      -- In the order of the index, so that no plan reads more of a topic.
      select topic_id from topic_subscribers
      where topic_id = t.id and ${hasContexts(db.$hot, "context_keys", contextKeys)} order by subscriber_id limit 1) m on true
    where t.environment_id = ${scope.environmentId} and t.key = any(${[...keys]})`;
  for (const { key, isEmpty } of rows) sizes.set(key, isEmpty ? "empty" : "some");
  return sizes;
}
