import { type SQL, sql } from "drizzle-orm";
import { SEARCHED } from "../../schema/subscribers.ts";
import { SEARCHED_NAME as SEARCHED_TENANT_NAME } from "../../schema/tenants.ts";
import { LISTED as LISTED_TOPIC, SEARCHED_NAME as SEARCHED_TOPIC_NAME } from "../../schema/topics.ts";
import type { Scope } from "../../scope.ts";
import { type SearchText, searchText } from "./search-text.ts";

// Subscribers, topics and tenants may be millions. Each way of finding them by how a value begins reads the first rows of an index: the
// order is that of the index, so that no plan looks for them in another one, or sorts all that fit. Conditions of lists are left out: their
// indexes are for lists.

export interface Searched {
  text: SearchText;
  limit: number;
}

const inOrderOf = (value: SQL, limit: number): SQL => sql`order by ${value} using ~<~ limit ${limit}`;

/** By how a name, id, address or number begins. Those that are found by their id may have been deleted, unless `living` leaves them out. */
export function subscriberWays(
  { environmentId }: Scope,
  { text: { prefix, lowerPrefix }, limit }: Searched,
  living: SQL = sql``,
): SQL[] {
  const any = sql`select id from subscribers where environment_id = ${environmentId}`;
  const own = sql`${any} and deleted_at is null`;
  return [
    sql`${own} and first_name is not null and ${SEARCHED.fullName} like ${lowerPrefix} ${inOrderOf(SEARCHED.fullName, limit)}`,
    sql`${own} and last_name is not null and ${SEARCHED.lastName} like ${lowerPrefix} ${inOrderOf(SEARCHED.lastName, limit)}`,
    sql`${any} ${living} and subscriber_id like ${prefix} ${inOrderOf(sql`subscriber_id`, limit)}`,
    sql`${own} and email is not null and ${SEARCHED.email} like ${lowerPrefix} ${inOrderOf(SEARCHED.email, limit)}`,
    sql`${own} and phone is not null and ${SEARCHED.phone} like ${prefix} ${inOrderOf(SEARCHED.phone, limit)}`,
  ];
}

/** By how a name or key begins. */
export function topicWays({ environmentId }: Scope, { text: { prefix, lowerPrefix }, limit }: Searched): SQL[] {
  const own = sql`select id from topics where environment_id = ${environmentId}`;
  return [
    sql`${own} and ${LISTED_TOPIC} and ${SEARCHED_TOPIC_NAME} like ${lowerPrefix} ${inOrderOf(SEARCHED_TOPIC_NAME, limit)}`,
    sql`${own} and key like ${prefix} ${inOrderOf(sql`key`, limit)}`,
  ];
}

/** By how a name or identifier begins. */
export function tenantWays({ environmentId }: Scope, { text: { prefix, lowerPrefix }, limit }: Searched): SQL[] {
  const own = sql`select id from tenants where environment_id = ${environmentId}`;
  return [
    sql`${own} and name is not null and ${SEARCHED_TENANT_NAME} like ${lowerPrefix} ${inOrderOf(SEARCHED_TENANT_NAME, limit)}`,
    sql`${own} and identifier like ${prefix} ${inOrderOf(sql`identifier`, limit)}`,
  ];
}

/** By how an id, or a key of a type and an id, begins. */
export function contextWays({ environmentId }: Scope, { text: { prefix }, limit }: Searched): SQL[] {
  const own = sql`select id from contexts where environment_id = ${environmentId}`;
  return [
    sql`${own} and context_id like ${prefix} ${inOrderOf(sql`context_id`, limit)}`,
    sql`${own} and key like ${prefix} ${inOrderOf(sql`key`, limit)}`,
  ];
}

/** Rows that a list takes of each way: a list sorts what it found. */
const LISTED_MATCHES = 1_000;

/** The condition of a list for rows that one of the ways finds; undefined without a text to look for. */
export function foundBy(
  waysOf: (scope: Scope, searched: Searched) => SQL[],
  scope: Scope,
  query: string | undefined,
): SQL | undefined {
  if (query === undefined) return undefined;
  const ways = waysOf(scope, { text: searchText(query), limit: LISTED_MATCHES });
  // As an array, with which no plan reads the whole table.
  return sql`id = any(array(${sql.join(
    ways.map((way) => sql`(${way})`),
    sql` union `,
  )}))`;
}
