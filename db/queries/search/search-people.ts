import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { SEARCHED } from "../../schema/subscribers.ts";
import type { Scope } from "../../scope.ts";
import { type Searched, subscriberWays, tenantWays, topicWays } from "./people-ways.ts";

// What was chosen is read by its id, row by row (`offset 0` keeps the planner from joining): without statistics it might read the whole table.

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
  scope: Scope,
  searched: Searched,
): Promise<FoundSubscriber[]> {
  const { text, limit } = searched;
  const any = sql`select id from subscribers where environment_id = ${scope.environmentId}`;
  const own = sql`${any} and deleted_at is null`;
  const ways = [
    // Deleted ones as well, which are left out at the end: without statistics, the index of all living ones would be read for one.
    sql`${any} and id = ${text.id}::uuid`,
    sql`${any} and subscriber_id = ${text.text}`,
    sql`${own} and email is not null and ${SEARCHED.email} = ${text.lower} limit ${limit}`,
    // In a form that no index of living ones has, for the same reason.
    ...subscriberWays(scope, searched, sql`and coalesce(deleted_at, 'infinity') = 'infinity'`),
  ];
  const rows = await db.execute<FoundSubscriber & Record<string, unknown>>(sql`
    with chosen as materialized (${firstOf(ways, limit + 2)})
    select s.id, s.subscriber_id as "subscriberId", s.first_name as "firstName", s.last_name as "lastName", s.email, s.phone
    from (select id, row_number() over () as place from chosen) c
    cross join lateral (select * from subscribers where id = c.id and deleted_at is null offset 0) s order by c.place limit ${limit}`);
  return [...rows];
}

export interface FoundTopic {
  id: string;
  key: string;
  name: string;
}

export async function searchTopicsByAny(db: Database, scope: Scope, searched: Searched): Promise<FoundTopic[]> {
  const { text, limit } = searched;
  const own = sql`select id from topics where environment_id = ${scope.environmentId}`;
  const ways = [
    sql`${own} and id = ${text.id}::uuid`,
    sql`${own} and key = ${text.text}`,
    ...topicWays(scope, searched),
  ];
  const rows = await db.execute<FoundTopic & Record<string, unknown>>(sql`
    with chosen as materialized (${firstOf(ways, limit)})
    select t.id, t.key, t.name
    from (select id, row_number() over () as place from chosen) c
    cross join lateral (select * from topics where id = c.id offset 0) t order by c.place`);
  return [...rows];
}

export interface FoundTenant {
  id: string;
  identifier: string;
  name: string | null;
}

export async function searchTenants(db: Database, scope: Scope, searched: Searched): Promise<FoundTenant[]> {
  const { text, limit } = searched;
  const own = sql`select id from tenants where environment_id = ${scope.environmentId}`;
  const ways = [
    sql`${own} and id = ${text.id}::uuid`,
    sql`${own} and identifier = ${text.text}`,
    ...tenantWays(scope, searched),
  ];
  const rows = await db.execute<FoundTenant & Record<string, unknown>>(sql`
    with chosen as materialized (${firstOf(ways, limit)})
    select t.id, t.identifier, t.name
    from (select id, row_number() over () as place from chosen) c
    cross join lateral (select * from tenants where id = c.id offset 0) t order by c.place`);
  return [...rows];
}
