import type { Fragment } from "postgres";
import { CHANNELS } from "#contract/constants/channels.ts";
import type { Database } from "#db/client.ts";
import { valuesOf } from "#db/sql/rows.ts";
import type { RareTransaction } from "#db/transaction.ts";

/**
 * How old runs and messages are when they are counted first, in seconds. What is stored later than this after its moment is counted when
 * the span is counted again.
 */
const SPAN_COUNTED_AFTER_SECONDS = 90;
/** An open span is counted anew so often at most, in seconds. */
const GROWS_AFTER_SECONDS = 60;
/** A span ends after so many runs, or messages of one channel: counting it takes some tenths of a second. */
const SPAN_ROWS = 20_000;

/** A span of an environment, with its moments as Postgres writes them. */
export interface Span {
  startsAt: string;
  endsAt: string;
  isOpen: boolean;
  /** Counts of when it was counted last; null for a span that is new or has grown. */
  before: { runs: number; messages: number } | null;
}

/** Returns environments with something to count: runs or messages after their last span, or a span that is due again. */
export async function findEnvironmentsToCount({ $client: sql }: Database, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select e.id from environments e
    left join lateral (
      select ends_at, is_open, counted_at from analytics_spans s
      where s.environment_id = e.id order by starts_at desc limit 1) last on true
    where e.deleted_at is null and (
      exists (select from analytics_spans s where s.environment_id = e.id and s.due_at <= statement_timestamp())
      or (not coalesce(last.is_open and last.counted_at > ${secondsAgo(sql, GROWS_AFTER_SECONDS)}, false)
        and (${momentAfter(sql, { of: sql`e.id`, from: sql`coalesce(last.ends_at, '-infinity')`, skipped: 0 })}) is not null))
    limit ${limit}`;
  return rows.map(({ id }) => id);
}

/** Returns the span that is to be counted next: of what was never counted, or else one that is due again. */
export const nextSpan = async (sql: RareTransaction, environmentId: string): Promise<Span | null> =>
  (await newSpan(sql, environmentId)) ?? (await dueSpan(sql, environmentId));

async function newSpan(sql: RareTransaction, environmentId: string): Promise<Span | null> {
  const [next] = await sql<{ startsAt: string; until: string; mayGrow: boolean }[]>`
    with last as (
      select starts_at, ends_at, is_open, counted_at from analytics_spans
      where environment_id = ${environmentId} order by starts_at desc limit 1),
    next as (
      select at, date_trunc('hour', at, 'UTC') as hour from (
        ${momentAfter(sql, { of: sql`${environmentId}`, from: sql`coalesce((select ends_at from last), '-infinity')`, skipped: 0 })}) first (at)),
    place as (
      select next.*, last.*, coalesce(last.is_open and date_trunc('hour', last.starts_at, 'UTC') = next.hour, false) as grows
      from next left join last on true)
    select (case when grows then starts_at else greatest(hour, ends_at) end)::text as "startsAt",
      (hour + interval '1 hour')::text as until,
      not grows or counted_at <= ${secondsAgo(sql, GROWS_AFTER_SECONDS)} as "mayGrow"
    from place where at is not null`;
  if (!next?.mayGrow) return null;
  const { startsAt, until } = next;
  const [end] = await sql<{ endsAt: string; isOpen: boolean }[]>`
    with latest as (select ${secondsAgo(sql, SPAN_COUNTED_AFTER_SECONDS)} as at),
    ends as (
      select least(${until}::timestamptz, latest.at,
        (${momentAfter(sql, { of: sql`${environmentId}`, from: sql`${startsAt}::timestamptz`, skipped: SPAN_ROWS - 1 })})
          + interval '1 microsecond') as at
      from latest)
    select ends.at::text as "endsAt", ends.at = latest.at as "isOpen" from ends, latest`;
  return end ? { startsAt, ...end, before: null } : null;
}

async function dueSpan(sql: RareTransaction, environmentId: string): Promise<Span | null> {
  const [due] = await sql<(Omit<Span, "before"> & { runs: number; messages: number })[]>`
    select starts_at::text as "startsAt", ends_at::text as "endsAt", is_open as "isOpen", runs, messages from analytics_spans
    where environment_id = ${environmentId} and due_at <= statement_timestamp() order by due_at limit 1`;
  if (!due) return null;
  const { runs, messages, ...span } = due;
  return { ...span, before: { runs, messages } };
}

const secondsAgo = (sql: RareTransaction, seconds: number): Fragment =>
  sql`(statement_timestamp() - make_interval(secs => ${seconds}))`;

/** The moment of the first run or message of an environment, or of the one after so many; null where there are not as many. */
const momentAfter = (
  sql: RareTransaction,
  { of, from, skipped }: { of: Fragment; from: Fragment; skipped: number },
): Fragment => sql`
  select min(created_at) from (
    (select created_at from runs r
      where r.environment_id = ${of} and r.created_at >= ${from} and r.created_at < ${secondsAgo(sql, SPAN_COUNTED_AFTER_SECONDS)}
      order by r.created_at offset ${skipped} limit 1)
    union all
    select message.created_at from ${valuesOf(sql, "text", CHANNELS)} as each (channel) cross join lateral (
      select created_at from messages m
      where m.environment_id = ${of} and m.channel = each.channel and m.created_at >= ${from}
        and m.created_at < ${secondsAgo(sql, SPAN_COUNTED_AFTER_SECONDS)}
      order by m.created_at offset ${skipped} limit 1) message) as rows`;
