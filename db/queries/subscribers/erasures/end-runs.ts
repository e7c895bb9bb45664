import { DETAILS } from "#contract/constants/details.ts";
import type { Database } from "#db/client.ts";
import { inRareTransaction } from "#db/transaction.ts";

/** Runs that were ended, and those whose sends are on their way and end by themselves. */
export interface EndedRuns {
  ended: number;
  /** Cohorts whose executions have to look at their runs. */
  cohortIds: string[];
  /** Whether a send of the subscriber is under way. */
  isSending: boolean;
}

/**
 * Ends up to `limit` runs of these subscribers: what has not begun of them is cancelled, with the reason. What is being sent is left to
 * whoever sends it. Closes the subscribers' digests, which nobody is sent any more. The erasure counts the runs in the same transaction:
 * an attempt that finds none left may go on before this one has said how many it has ended.
 */
export async function endRunsOf(
  db: Database,
  { id: erasureId, subscriberIds }: { id: string; subscriberIds: readonly string[] },
  { now, limit }: { now: Date; limit: number },
): Promise<EndedRuns> {
  const at = now.toISOString();
  const ids = [...subscriberIds];
  return inRareTransaction(db, async (sql) => {
    // A run that sends has no due date; its delivery has. Runs are locked before cohorts, as everywhere.
    const locked = await sql<{ id: string; isSending: boolean }[]>`
      select r.id, exists (
        select from deliveries d where d.run_id = r.id and d.expire_at = r.expire_at and d.state = 'open'
          and d.lease_owner is not null and d.due_at > ${at}) as "isSending"
      from runs r
      where r.subscriber_id = any(${ids}::uuid[]) and r.id in (
        select id from runs where subscriber_id = any(${ids}::uuid[]) and due_at is not null
        union
        select r.id from runs r join deliveries d on d.run_id = r.id and d.expire_at = r.expire_at and d.state = 'open'
        where r.subscriber_id = any(${ids}::uuid[]))
      order by r.id limit ${limit} for update of r`;
    const runIds = locked.filter((run) => !run.isSending).map(({ id }) => id);
    await sql`
      update digest_windows set closed_at = ${at}, discarded = true
      where subscriber_id = any(${ids}::uuid[]) and closed_at is null`;
    const isSending = locked.length > runIds.length;
    if (runIds.length === 0) return { ended: 0, cohortIds: [], isSending };
    const [row] = await sql<{ ended: number; cohortIds: string[] }[]>`
      with ended as (
        update runs r set due_at = null, stop_reason = coalesce(r.stop_reason, 'discarded'), revision = r.revision + 1
        -- Another attempt may have ended it while this one waited for its row.
        where r.id = any(${runIds}::uuid[]) and (r.due_at is not null or exists (
          select from deliveries d where d.run_id = r.id and d.expire_at = r.expire_at and d.state = 'open'))
        returning r.id, r.cohort_id, r.expire_at
      ), stopped_deliveries as (
        update deliveries d set state = 'stopped', lease_owner = null, due_at = null
        from ended where d.run_id = ended.id and d.expire_at = ended.expire_at and d.state = 'open'
      ), ended_jobs as (
        update jobs j set status = 'canceled', finished_at = ${at}
        from ended, jobs before
        where j.run_id = ended.id and j.expire_at = ended.expire_at and before.id = j.id and before.expire_at = j.expire_at
          and j.status in ('pending', 'queued', 'running', 'delayed')
        returning j.id, j.run_id, j.organization_id, j.environment_id, j.expire_at, before.status as "from", ended.cohort_id
      ), details as (
        insert into execution_details (organization_id, environment_id, run_id, job_id, detail, source, status, created_at,
          expire_at)
        select organization_id, environment_id, run_id, id, ${DETAILS.erased}, 'Internal', 'Success', ${at}, expire_at
        from ended_jobs
      ), released as (
        delete from held_runs where run_id = any(${runIds}::uuid[])
      ), noted as (
        update erasures set ended_runs = ended_runs + (select count(*) from ended) where id = ${erasureId}
      ), counted as (
        update cohorts c set pending = c.pending - s.pending, queued = c.queued - s.queued, running = c.running - s.running,
          delayed = c.delayed - s.delayed, canceled = c.canceled + s.canceled,
          due_at = case when c.stop_reason is null then ${at}::timestamptz else c.due_at end
        from (
          select cohort_id, count(*) filter (where "from" = 'pending') as pending,
            count(*) filter (where "from" = 'queued') as queued, count(*) filter (where "from" = 'running') as running,
            count(*) filter (where "from" = 'delayed') as delayed, count(*) as canceled
          from ended_jobs group by cohort_id) as s
        where c.id = s.cohort_id
      )
      select (select count(*)::int from ended) as ended, array(select distinct cohort_id from ended) as "cohortIds"`;
    return { ended: row?.ended ?? 0, cohortIds: row?.cohortIds ?? [], isSending };
  });
}
