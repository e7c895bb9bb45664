import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { SEARCHED } from "../../schema/subscribers.ts";
import { SEARCHED_NAME as SEARCHED_TENANT_NAME } from "../../schema/tenants.ts";
import { LISTED as LISTED_TOPIC, SEARCHED_NAME as SEARCHED_TOPIC_NAME } from "../../schema/topics.ts";
import type { Scope } from "../../scope.ts";
import type { SearchText } from "./search-text.ts";

// Subscribers, topics and tenants may be millions. Each way of finding them reads the first rows of an index: the order is that of the
// index, so that no plan looks for them in another one, or sorts all that fit. Conditions of lists are left out: their indexes are for lists.

interface Searched {
  text: SearchText;
  limit: number;
}

const inOrderOf = (value: SQL, limit: number): SQL => sql`order by ${value} using ~<~ limit ${limit}`;

/** Unites ways of finding rows of a table, by their ids; the first ones count first. */
const firstOf = (ways: readonly SQL[], limit: number): SQL => sql`
  select id from (
    select id, min(way) as way, min(place) as place from (
      ${sql.join(
        ways.map(
          (way, index) => sql`(select id, ${index}::int as way, row_number() over () as place from (${way}) as found)`,
        ),
        sql` union all `,
      )}) as all_ways
    group by id) as each
  order by way, place limit ${limit}`;

export interface FoundSubscriber {
  id: string;
  subscriberId: string;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  phone: string | null;
}

export async function searchSubscribersByAny(
  db: Database,
  { environmentId }: Scope,
  { text: { text, prefix, lower, lowerPrefix, id }, limit }: Searched,
): Promise<FoundSubscriber[]> {
  const any = sql`select id from subscribers where environment_id = ${environmentId}`;
  const own = sql`${any} and deleted_at is null`;
  const ways = [
    // Deleted ones as well, which are left out at the end: without statistics, the index of all living ones would be read for one.
    sql`${any} and id = ${id}::uuid`,
    sql`${any} and subscriber_id = ${text}`,
    sql`${own} and email is not null and ${SEARCHED.email} = ${lower} limit ${limit}`,
    sql`${own} and first_name is not null and ${SEARCHED.fullName} like ${lowerPrefix} ${inOrderOf(SEARCHED.fullName, limit)}`,
    sql`${own} and last_name is not null and ${SEARCHED.lastName} like ${lowerPrefix} ${inOrderOf(SEARCHED.lastName, limit)}`,
    // In a form that no index of living ones has, for the same reason.
    sql`${any} and coalesce(deleted_at, 'infinity') = 'infinity' and subscriber_id like ${prefix} ${inOrderOf(sql`subscriber_id`, limit)}`,
    sql`${own} and email is not null and ${SEARCHED.email} like ${lowerPrefix} ${inOrderOf(SEARCHED.email, limit)}`,
    sql`${own} and phone is not null and ${SEARCHED.phone} like ${prefix} ${inOrderOf(SEARCHED.phone, limit)}`,
  ];
  const rows = await db.execute<FoundSubscriber & Record<string, unknown>>(sql`
    with chosen as materialized (${firstOf(ways, limit + 2)})
    select s.id, s.subscriber_id as "subscriberId", s.first_name as "firstName", s.last_name as "lastName", s.email, s.phone
    from (select id, row_number() over () as place from chosen) c
    join subscribers s on s.id = c.id and s.deleted_at is null order by c.place limit ${limit}`);
  return [...rows];
}

export interface FoundTopic {
  id: string;
  key: string;
  name: string;
}

export async function searchTopicsByAny(
  db: Database,
  { environmentId }: Scope,
  { text: { text, prefix, lowerPrefix, id }, limit }: Searched,
): Promise<FoundTopic[]> {
  const own = sql`select id from topics where environment_id = ${environmentId}`;
  const ways = [
    sql`${own} and id = ${id}::uuid`,
    sql`${own} and key = ${text}`,
    sql`${own} and ${LISTED_TOPIC} and ${SEARCHED_TOPIC_NAME} like ${lowerPrefix} ${inOrderOf(SEARCHED_TOPIC_NAME, limit)}`,
    sql`${own} and key like ${prefix} ${inOrderOf(sql`key`, limit)}`,
  ];
  const rows = await db.execute<FoundTopic & Record<string, unknown>>(sql`
    with chosen as materialized (${firstOf(ways, limit)})
    select t.id, t.key, t.name
    from (select id, row_number() over () as place from chosen) c join topics t on t.id = c.id order by c.place`);
  return [...rows];
}

export interface FoundTenant {
  id: string;
  identifier: string;
  name: string | null;
}

export async function searchTenants(
  db: Database,
  { environmentId }: Scope,
  { text: { text, prefix, lowerPrefix, id }, limit }: Searched,
): Promise<FoundTenant[]> {
  const own = sql`select id from tenants where environment_id = ${environmentId}`;
  const ways = [
    sql`${own} and id = ${id}::uuid`,
    sql`${own} and identifier = ${text}`,
    sql`${own} and name is not null and ${SEARCHED_TENANT_NAME} like ${lowerPrefix} ${inOrderOf(SEARCHED_TENANT_NAME, limit)}`,
    sql`${own} and identifier like ${prefix} ${inOrderOf(sql`identifier`, limit)}`,
  ];
  const rows = await db.execute<FoundTenant & Record<string, unknown>>(sql`
    with chosen as materialized (${firstOf(ways, limit)})
    select t.id, t.identifier, t.name
    from (select id, row_number() over () as place from chosen) c join tenants t on t.id = c.id order by c.place`);
  return [...rows];
}
