import { sql as build } from "drizzle-orm";
import { WEBHOOK_RECOVERED_A_SECOND, WEBHOOK_RECOVERED_MAX } from "#contract/constants/webhooks.ts";
import type { Database } from "../../client.ts";
import type { Scope } from "../../scope.ts";
import { type Transaction, taggedOf } from "../../transaction.ts";
import { MESSAGE_COLUMNS, MESSAGE_VALUES, TAKES, WEBHOOK_MESSAGE_ID } from "./store-webhooks.ts";

/** Events that one transaction looks at. */
export const RECOVERED_TOGETHER = 2_000;
/** Events that are looked at for a count. */
const RECOVERED_COUNTED = 50_000;

/** Events that a recovery would send, as far as they were counted; `isMore` where there are more of one kind or the other. */
export interface Recoverable {
  failed: number;
  missed: number;
  isMore: boolean;
}

/** Counts events since then that an endpoint has failed to take, and those of its types that were never stored for it. */
export async function countRecoverable(
  db: Database,
  { environmentId }: Scope,
  endpointId: string,
  since: Date,
): Promise<Recoverable> {
  const sql = db.$client;
  const most = WEBHOOK_RECOVERED_MAX;
  const [row] = await sql<{ failed: number; missed: number; looked: number }[]>`
    with looked as materialized (
      select o.id, o.type from webhook_events o
      where o.environment_id = ${environmentId} and o.created_at >= ${since.toISOString()} limit ${RECOVERED_COUNTED + 1}
    )
    select (select count(*)::int from looked) as looked, (
        select count(*)::int from (
          select from webhook_messages
          where endpoint_id = ${endpointId} and environment_id = ${environmentId} and status = 'failed'
            and created_at >= ${since.toISOString()}
          limit ${most + 1}) as failed) as failed, (
        select count(*)::int from (
          select from looked o join webhook_endpoints e on e.id = ${endpointId} and ${sql.unsafe(TAKES)}
          where not exists (select from webhook_messages m where m.id = ${sql.unsafe(WEBHOOK_MESSAGE_ID)})
          limit ${most + 1}) as missed) as missed`;
  const { failed, missed, looked } = row ?? { failed: 0, missed: 0, looked: 0 };
  return {
    failed: Math.min(failed, most),
    missed: Math.min(missed, most),
    isMore: failed > most || missed > most || looked > RECOVERED_COUNTED,
  };
}

/** A place among the events of an environment: a moment as Postgres writes it, and an id. */
export interface EventPlace {
  at: string;
  id: string;
}

/** How one transaction has gone on with a recovery. */
export interface RecoveredPortion {
  recovered: number;
  /** The place after which the next one goes on; null after the last. */
  next: EventPlace | null;
}

/** The moment from which what an endpoint is sent late is spread. Its row is locked by the caller. */
const startOf = (now: Date, recoveringUntil: Date | null): string =>
  new Date(Math.max(now.getTime(), recoveringUntil?.getTime() ?? 0)).toISOString();

const spread = (start: string) =>
  `'${start}'::timestamptz + p.place * interval '1 second' / ${WEBHOOK_RECOVERED_A_SECOND}`;

/** An endpoint whose row the caller's transaction has locked, so that of two recoveries at once one goes after the other. */
export interface LockedEndpoint {
  id: string;
  recoveringUntil: Date | null;
}

/** Makes failed events since then due again, oldest first, with all their attempts ahead. Returns how many. */
export async function recoverFailed(
  transaction: Transaction,
  { environmentId }: Scope,
  endpoint: LockedEndpoint,
  { since, now }: { since: Date; now: Date },
): Promise<number> {
  const sql = taggedOf(transaction);
  const start = startOf(now, endpoint.recoveringUntil);
  const { count } = await sql`
    update webhook_messages m set status = 'waiting', attempts = 0, due_at = ${sql.unsafe(spread(start))}
    from (
      select id, row_number() over (order by created_at, id) - 1 as place from (
        select id, created_at from webhook_messages
        where endpoint_id = ${endpoint.id} and environment_id = ${environmentId} and status = 'failed'
          and created_at >= ${since.toISOString()}
        order by created_at, id limit ${RECOVERED_TOGETHER} for update skip locked) as failed) as p
    where m.id = p.id`;
  await noteSpread(transaction, endpoint.id, start, count);
  return count;
}

/** Stores messages of events since then, or after a place, that have none for the endpoint; of the types that it takes now. */
export async function recoverMissed(
  transaction: Transaction,
  { environmentId }: Scope,
  endpoint: LockedEndpoint,
  { since, after, now }: { since: Date; after: EventPlace | null; now: Date },
): Promise<RecoveredPortion> {
  const sql = taggedOf(transaction);
  const start = startOf(now, endpoint.recoveringUntil);
  const isAfter =
    after === null ? sql`` : sql`and (o.created_at, o.id) > (${after.at}::text::timestamptz, ${after.id}::uuid)`;
  const [row] = await sql<{ looked: number; recovered: number; at: string | null; id: string | null }[]>`
    with looked as materialized (
      select o.* from webhook_events o
      where o.environment_id = ${environmentId} and o.created_at >= ${since.toISOString()} ${isAfter}
      order by o.created_at, o.id limit ${RECOVERED_TOGETHER}
    ), missed as (
      select o.*, row_number() over (order by o.created_at, o.id) - 1 as place
      from looked o join webhook_endpoints e on e.id = ${endpoint.id} and ${sql.unsafe(TAKES)}
      where not exists (select from webhook_messages m where m.id = ${sql.unsafe(WEBHOOK_MESSAGE_ID)})
    ), stored as (
      insert into webhook_messages (${sql.unsafe(MESSAGE_COLUMNS)})
      select ${sql.unsafe(MESSAGE_VALUES)}, ${sql.unsafe(spread(start).replaceAll("p.", "o."))}
      from missed o join webhook_endpoints e on e.id = ${endpoint.id}
      on conflict (id) do nothing
      returning 1
    ), last as (select created_at::text as at, id from looked order by created_at desc, id desc limit 1)
    select (select count(*)::int from looked) as looked, (select count(*)::int from stored) as recovered,
      (select at from last) as at, (select id from last) as id`;
  const { looked, recovered, at, id } = row ?? { looked: 0, recovered: 0, at: null, id: null };
  await noteSpread(transaction, endpoint.id, start, recovered);
  const isMore = looked === RECOVERED_TOGETHER && at !== null && id !== null;
  return { recovered, next: isMore ? { at, id } : null };
}

async function noteSpread(transaction: Transaction, id: string, start: string, count: number): Promise<void> {
  if (count === 0) return;
  const until = new Date(Date.parse(start) + (count * 1000) / WEBHOOK_RECOVERED_A_SECOND).toISOString();
  await transaction.execute(build`update webhook_endpoints set recovering_until = ${until} where id = ${id}`);
}
