import { DETAILS } from "#contract/constants/details.ts";
import type { Database } from "../../client.ts";
import { storableJson } from "../../storable.ts";
import { inRareTransaction, type RareTransaction } from "../../transaction.ts";
import { runData, workflowOf } from "../runs/run-webhooks.ts";
import { webhooksPart } from "../webhooks/store-webhooks.ts";

interface Cohort {
  id: string;
  expireAt: Date;
}

/**
 * Ends up to `limit` runs that an execution left behind: the step at which a run stands fails with the reason, what would
 * follow is cancelled, and what was to be sent is not, also of earlier steps whose sends were resumed. A delivery that is
 * on its way is left to whoever sends it. Returns how many runs were ended; none of a cohort that is not marked as stopped
 * any more, because it was resumed.
 */
export async function stopRuns(
  db: Database,
  { id, expireAt }: Cohort,
  { reason, now, limit }: { reason: string; now: Date; limit: number },
): Promise<number> {
  const at = now.toISOString();
  const expires = expireAt.toISOString();
  return inRareTransaction(db, async (sql) => {
    const locked = await sql<{ id: string }[]>`
      select r.id from runs r
      where r.expire_at = ${expires} and r.id in (
        (select id from runs
          where cohort_id = ${id} and expire_at = ${expires} and due_at is not null and stop_reason is null limit ${limit})
        union
        (select run_id from deliveries
          where cohort_id = ${id} and expire_at = ${expires} and state = 'open'
            and not (lease_owner is not null and due_at > ${at})
          limit ${limit}))
      order by r.id for update`;
    if (locked.length === 0) return 0;
    // In the order of a resumption, which takes the mark away: it locks runs before their cohort.
    const marked = await sql`select from cohorts where id = ${id} and stop_reason is not null for update`;
    if (marked.length === 0) return 0;
    return stopLocked(
      sql,
      { id, expires },
      locked.map((run) => run.id),
      { reason, at },
    );
  });
}

async function stopLocked(
  sql: RareTransaction,
  { id, expires }: { id: string; expires: string },
  runIds: readonly string[],
  { reason, at }: { reason: string; at: string },
): Promise<number> {
  const [row] = await sql<{ runs: number }[]>`
    with picked as (
      select r.* from runs r where r.expire_at = ${expires} and r.id = any(${runIds}::uuid[])
    ), stopped_deliveries as (
      update deliveries d set state = 'stopped', lease_owner = null, due_at = null,
        -- Whoever held it may have sent it.
        is_bound = d.is_bound or d.lease_owner is not null
      from picked
      where d.run_id = picked.id and d.expire_at = ${expires} and d.state = 'open'
        and not (d.lease_owner is not null and d.due_at > ${at})
      returning d.job_id, d.message_id, d.message_expire_at
    ), noted_messages as (
      update messages m set status = 'error', error_text = ${reason}, updated_at = ${at}
      from stopped_deliveries d where m.id = d.message_id and m.expire_at = d.message_expire_at
    ), ended_jobs as (
      update jobs j set status = case when j.position <= picked.position then 'failed' else 'canceled' end,
        error = case when j.position <= picked.position then jsonb_build_object('message', ${DETAILS.executionEnded}::text) end,
        finished_at = ${at}
      from picked, jobs before
      where j.run_id = picked.id and j.expire_at = ${expires} and before.id = j.id and before.expire_at = ${expires}
        and (j.position >= picked.position or j.id in (select job_id from stopped_deliveries))
        and j.status in ('pending', 'queued', 'running', 'delayed', 'merged') and not exists (
          select from deliveries d
          where d.job_id = j.id and d.run_id = j.run_id and d.expire_at = ${expires} and d.state = 'open'
            and d.lease_owner is not null and d.due_at > ${at})
      returning j.id, j.run_id, j.organization_id, j.environment_id, before.status as "from", j.status
    ), new_details as (
      insert into execution_details (organization_id, environment_id, run_id, job_id, detail, source, status, raw,
        created_at, expire_at)
      select organization_id, environment_id, run_id, id, ${DETAILS.executionEnded}, 'Internal',
        case when status = 'failed' then 'Failed' else 'Success' end, ${storableJson({ reason })}, ${at}, ${expires}
      from ended_jobs
    ), stopped_runs as (
      update runs set stop_reason = coalesce(runs.stop_reason, 'execution_ended'), due_at = null, revision = runs.revision + 1
      from picked where runs.id = picked.id and runs.expire_at = ${expires}
      returning runs.id
    ), ${webhooksPart(
      sql,
      // A run that had ended before has said so, and goes on with nothing but what was resumed of it.
      sql`select r.environment_id, 'run.failed' as type, ${runData(sql, workflowOf(sql), sql`'execution_ended'`)} as data
        from picked r join stopped_runs s on s.id = r.id where r.stop_reason is null and not r.is_dry`,
      at,
    )}, change as (
      select status, 1 as change from ended_jobs union all select "from", -1 from ended_jobs
    ), counted as (
      update cohorts c set pending = c.pending + s.pending, queued = c.queued + s.queued, running = c.running + s.running,
        delayed = c.delayed + s.delayed, merged = c.merged + s.merged, failed = c.failed + s.failed,
        canceled = c.canceled + s.canceled
      from (
        select coalesce(sum(change) filter (where status = 'pending'), 0)::int as pending,
          coalesce(sum(change) filter (where status = 'queued'), 0)::int as queued,
          coalesce(sum(change) filter (where status = 'running'), 0)::int as running,
          coalesce(sum(change) filter (where status = 'delayed'), 0)::int as delayed,
          coalesce(sum(change) filter (where status = 'merged'), 0)::int as merged,
          coalesce(sum(change) filter (where status = 'failed'), 0)::int as failed,
          coalesce(sum(change) filter (where status = 'canceled'), 0)::int as canceled
        from change) as s
      where c.id = ${id}
    )
    select count(*)::int as runs from stopped_runs`;
  return row?.runs ?? 0;
}

/**
 * Notes that the cohort's execution has ended for that reason, unless it had nothing left to do. The first reason stays.
 * The cohort is due, until `noteStopDue` is called: from now on whoever still stores a slice of it makes it due again.
 * Returns whether there was anything left.
 */
export async function markStopped(
  db: Database,
  { id }: Cohort,
  { reason, now }: { reason: string; now: Date },
): Promise<boolean> {
  const rows = await db.$client`
    update cohorts set stop_reason = coalesce(stop_reason, ${reason}), reopen = false, due_at = ${now.toISOString()}
    where id = ${id} and (stop_reason is not null or cursor is not null or reopen
      or pending + queued + running + delayed > 0)
    returning id`;
  return rows.length > 0;
}

/**
 * Notes when the stopped cohort has to be looked at again: when the lease of a delivery ends that is still on its way.
 * `markedAt` is the moment of the mark; one that somebody has set since stays.
 */
export async function noteStopDue(db: Database, { id, expireAt }: Cohort, markedAt: Date): Promise<void> {
  await db.$client`
    update cohorts set due_at = (
      select min(due_at) from deliveries
      where cohort_id = ${id} and expire_at = ${expireAt.toISOString()} and state = 'open')
    where id = ${id} and stop_reason is not null and due_at = ${markedAt.toISOString()}`;
}
