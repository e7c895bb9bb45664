import { sql } from "drizzle-orm";
import type { Transaction } from "../../transaction.ts";
import { PRESENCE_LEASE_SECONDS } from "./lease.ts";
import { isPresent } from "./record-presence.ts";

const EXPIRED_TOGETHER = 1_000;

interface Gone extends Record<string, unknown> {
  subscriberId: string;
  processId: string;
  seenAt: string;
}

/** Of the process `a`, where it has a row. */
const isGone = sql`(a.id is null or a.seen_at < clock_timestamp() - make_interval(secs => ${PRESENCE_LEASE_SECONDS}))`;

/**
 * Forgets presences of processes that are gone, some at a time. Their subscribers are offline since the process was last
 * seen, unless another process holds a socket of them. Any number of processes may do it at once. Takes no environment:
 * presences of all of them end with their process. Returns how many ended, and whether there may be more.
 */
export async function expireSomePresences(transaction: Transaction): Promise<{ expired: number; more: boolean }> {
  const [lock] = await transaction.execute<{ isFree: boolean }>(sql`
    select pg_try_advisory_xact_lock(hashtext('belfry.presences')) as "isFree"`);
  if (!lock?.isFree) return { expired: 0, more: false };
  const gone = await transaction.execute<Gone>(sql`
    select p.subscriber_id as "subscriberId", p.process_id as "processId",
      coalesce(a.seen_at, clock_timestamp())::text as "seenAt"
    from presences p left join api_processes a on a.id = p.process_id
    where ${isGone} limit ${EXPIRED_TOGETHER}`);
  if (gone.length > 0) await expire(transaction, gone);
  const more = gone.length === EXPIRED_TOGETHER;
  if (!more) {
    await transaction.execute(sql`
      delete from api_processes a where ${isGone} and not exists (select from presences p where p.process_id = a.id)`);
  }
  return { expired: gone.length, more };
}

async function expire(transaction: Transaction, gone: readonly Gone[]): Promise<void> {
  const pairs = sql`jsonb_to_recordset(${JSON.stringify(gone)}::jsonb)
    as gone("subscriberId" uuid, "processId" uuid, "seenAt" timestamptz)`;
  await transaction.execute(sql`
    select from subscribers where id = any(${sql.param(gone.map((row) => row.subscriberId))}::uuid[])
    order by id for update`);
  // Between the look and the lock a process may have come back: what it holds by now stays.
  await transaction.execute(sql`
    delete from presences p using ${pairs}
    where p.subscriber_id = gone."subscriberId" and p.process_id = gone."processId"
      and not exists (
        select from api_processes a where a.id = p.process_id and not ${isGone})`);
  await transaction.execute(sql`
    update subscribers s set is_online = false, last_online_at = greatest(s.last_online_at, ended.at)
    from (select "subscriberId" as id, max("seenAt") as at from ${pairs} group by 1) as ended
    where s.id = ended.id and s.is_online and not ${isPresent}`);
}
