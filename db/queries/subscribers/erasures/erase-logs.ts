import { sql } from "drizzle-orm";
import type { ErasedPerson } from "#db/schema/accounts/erasures.ts";
import type { Scope } from "#db/scope.ts";
import type { Transaction } from "#db/transaction.ts";

/*
 * Logs name subscribers without an index by them. They are read by their ids, a number of rows at a time, whosever they are.
 */

/** Rows that were changed, and the place after those that were looked at; null after the last one. */
export interface ErasedLog {
  rows: number;
  cursor: string | null;
}

interface Portion {
  after: string | null;
  limit: number;
}

/** Deletes webhook events about a person, as far as they are kept to be pulled or recovered. */
export const eraseWebhookEvents = eraseAbout("webhook_events");
/** Deletes what endpoints were or are to be sent about a person. */
export const eraseWebhookLog = eraseAbout("webhook_messages");

function eraseAbout(name: "webhook_events" | "webhook_messages") {
  const table = sql.raw(name);
  return async (
    transaction: Transaction,
    { environmentId }: Scope,
    { subscriberId }: ErasedPerson,
    { after, limit }: Portion,
  ): Promise<ErasedLog> => {
    const [row] = await transaction.execute<{ seen: number; last: string | null; rows: number }>(sql`
      with page as materialized (
        select id, environment_id, data from ${table}
        ${after === null ? sql`` : sql`where id > ${after}`} order by id limit ${limit}
      ), removed as (
        delete from ${table} w using page p
        where w.id = p.id and p.environment_id = ${environmentId} and p.data ->> 'subscriberId' = ${subscriberId}
        returning 1
      )
      select (select count(*) from page)::int as seen, (select id from page order by id desc limit 1) as last,
        (select count(*) from removed)::int as rows`);
    return placeAfter(row, limit);
  };
}

/** Removes what vendors have said about messages to a person, and reports without a message that name its address. */
export async function eraseReports(
  transaction: Transaction,
  { environmentId }: Scope,
  { ids, addresses }: ErasedPerson,
  { after, limit }: Portion,
): Promise<ErasedLog> {
  const [row] = await transaction.execute<{ seen: number; last: string | null; rows: number }>(sql`
    with page as materialized (
      select id, environment_id, message_id, raw from delivery_reports
      ${after === null ? sql`` : sql`where id > ${after}`} order by id limit ${limit}
    ), erased as (
      update delivery_reports r set raw = null, response = null
      from page p
      where r.id = p.id and p.environment_id = ${environmentId} and (r.raw is not null or r.response is not null) and (
        exists (select from messages m where m.id = p.message_id and m.subscriber_id = any(${sql.param(ids)}::uuid[]))
        or exists (
          select from unnest(${sql.param(addresses)}::text[]) as a (address) where strpos(lower(p.raw), lower(a.address)) > 0))
      returning 1
    )
    select (select count(*) from page)::int as seen, (select id from page order by id desc limit 1) as last,
      (select count(*) from erased)::int as rows`);
  return placeAfter(row, limit);
}

const placeAfter = (
  row: { seen: number; last: string | null; rows: number } | undefined,
  limit: number,
): ErasedLog => ({ rows: row?.rows ?? 0, cursor: row && row.seen === limit ? row.last : null });
