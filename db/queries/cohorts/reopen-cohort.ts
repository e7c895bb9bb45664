import type { Database } from "../../client.ts";
import type { Scope } from "../../scope.ts";

/** A cohort with something to resume, and the execution that will do it. */
export interface ReopenedCohort {
  number: number;
  executionId: string;
}

/**
 * Asks for what failed or was stopped of an event to be done again. The executions of the cohorts do it, a slice at a
 * time; this notes only that they should. Cohorts without anything to resume are left out.
 */
export async function markReopened(db: Database, { environmentId }: Scope, eventId: string): Promise<ReopenedCohort[]> {
  return db.$client<ReopenedCohort[]>`
    update cohorts c set reopen = true, stop_reason = null, due_at = clock_timestamp()
    where c.event_id = ${eventId} and c.environment_id = ${environmentId}
      and (c.stop_reason is not null or c.cursor is not null
        or exists (select from runs r where r.cohort_id = c.id and r.expire_at = c.expire_at
          and r.stop_reason in ('step_failed', 'execution_ended'))
        or exists (select from deliveries d where d.cohort_id = c.id and d.expire_at = c.expire_at
          and d.state in ('failed', 'stopped')))
    returning c.number, c.execution_id as "executionId"`;
}

/**
 * Makes up to `limit` runs due again that failed or were stopped. What was decided is sent as it was decided; a step that
 * failed without a decision is taken again. Returns how many runs were reopened; with 0 the cohort's mark is taken back.
 */
export async function reopenRuns(
  db: Database,
  { id, expireAt }: { id: string; expireAt: Date },
  { now, limit }: { now: Date; limit: number },
): Promise<number> {
  const at = now.toISOString();
  const expires = expireAt.toISOString();
  const [row] = await db.$client<{ runs: number }[]>`
    with picked as (
      select r.id, r.position, r.stop_reason from runs r
      where r.expire_at = ${expires} and (r.stop_reason is null or r.stop_reason in ('step_failed', 'execution_ended'))
        and r.id in (
          (select id from runs
            where cohort_id = ${id} and expire_at = ${expires} and stop_reason in ('step_failed', 'execution_ended')
            limit ${limit})
          union
          (select run_id from deliveries
            where cohort_id = ${id} and expire_at = ${expires} and state in ('failed', 'stopped') limit ${limit}))
      for update
    ), reopened_deliveries as (
      update deliveries d set state = 'open', attempt = 0, due_at = ${at}, lease_owner = null, error = null
      from picked
      where d.run_id = picked.id and d.expire_at = ${expires} and d.state in ('failed', 'stopped')
      returning d.job_id, d.run_id, d.position, d.message_id, d.message_expire_at
    ), noted_messages as (
      update messages m set status = 'sent', error_id = null, error_text = null, updated_at = ${at}
      from reopened_deliveries d where m.id = d.message_id and m.expire_at = d.message_expire_at
    ), cleared_requests as (
      -- A request that failed for good is sent again by the step that is taken again.
      delete from http_requests q using picked where q.run_id = picked.id and q.state = 'ended' and q.result ? 'error'
    ), reopened_jobs as (
      update jobs j set finished_at = null, error = null,
        -- A delay goes on with what is left of it.
        status = case when d.job_id is not null then 'running'
          when before.position = picked.position and before.type in ('delay', 'wait_for_event') and before.due_at is not null then 'delayed'
          else 'pending' end
      from jobs before
      join picked on picked.id = before.run_id
      left join (select distinct job_id from reopened_deliveries) d on d.job_id = before.id
      where before.expire_at = ${expires} and j.id = before.id and j.expire_at = ${expires}
        and (d.job_id is not null
          or (picked.stop_reason is not null and before.position >= picked.position
            and before.status in ('failed', 'canceled')))
      returning j.run_id, before.status as "from", j.status, j.due_at
    ), reopened_runs as (
      update runs set stop_reason = null, revision = runs.revision + 1,
        -- A run at whose own step a delivery is open again waits for that; one that was stopped is due.
        due_at = case
          when exists (select from reopened_deliveries d where d.run_id = runs.id and d.position = runs.position) then null
          when picked.stop_reason is not null then greatest(${at}::timestamptz,
            (select j.due_at from reopened_jobs j where j.run_id = runs.id and j.status = 'delayed'))
          else runs.due_at end
      from picked where runs.id = picked.id and runs.expire_at = ${expires}
      returning runs.id
    ), change as (
      select status, 1 as change from reopened_jobs union all select "from", -1 from reopened_jobs
    ), counted as (
      update cohorts c set pending = c.pending + s.pending, running = c.running + s.running,
        delayed = c.delayed + s.delayed, failed = c.failed + s.failed, canceled = c.canceled + s.canceled, reopen = exists (select from picked),
        due_at = coalesce(c.due_at, ${at})
      from (
        select coalesce(sum(change) filter (where status = 'pending'), 0)::int as pending,
          coalesce(sum(change) filter (where status = 'running'), 0)::int as running,
          coalesce(sum(change) filter (where status = 'delayed'), 0)::int as delayed,
          coalesce(sum(change) filter (where status = 'failed'), 0)::int as failed,
          coalesce(sum(change) filter (where status = 'canceled'), 0)::int as canceled
        from change) as s
      where c.id = ${id}
    )
    select count(*)::int as runs from reopened_runs`;
  return row?.runs ?? 0;
}
