import { DETAILS } from "#contract/constants/details.ts";
import type { Database } from "../../client.ts";

/** Resolved pauses are looked at for so long: longer than a held run waits by itself. */
const LOOKED_AT = "60 days";

/** Pauses that were resolved and still hold runs, the oldest first. */
export function findPausesToRelease(
  db: Database,
  limit: number,
): Promise<{ id: string; state: "continued" | "discarded" }[]> {
  return db.$client<{ id: string; state: "continued" | "discarded" }[]>`
    select p.id, p.state from pauses p
    where p.state <> 'open' and p.resolved_at > now() - ${LOOKED_AT}::interval
      and exists (select from held_runs h where h.pause_id = p.id)
    order by p.resolved_at limit ${limit}`;
}

export interface Released {
  /** Held rows that were taken; fewer than asked for when there are no more. */
  taken: number;
  runIds: string[];
  /** Cohorts whose executions have to look at their runs. */
  cohortIds: string[];
}

interface Batch {
  now: Date;
  limit: number;
}

/** Makes up to `limit` runs due that a pause holds. What has ended meanwhile stays as it is. */
export async function continueRuns(db: Database, pauseId: string, { now, limit }: Batch): Promise<Released> {
  const at = now.toISOString();
  const [row] = await db.$client<Released[]>`
    with picked as (
      delete from held_runs where pause_id = ${pauseId} and run_id = any(array(
        select run_id from held_runs where pause_id = ${pauseId} limit ${limit}))
      returning run_id, cohort_id, expire_at
    ), released as (
      update runs r set due_at = ${at}, revision = r.revision + 1
      from picked
      where r.id = picked.run_id and r.expire_at = picked.expire_at and r.due_at is not null and r.stop_reason is null
      returning r.id, r.cohort_id
    ), noted as (
      update cohorts c set due_at = ${at} from (select distinct cohort_id from released) as own
      where c.id = own.cohort_id and c.stop_reason is null
    )
    select (select count(*)::int from picked) as taken, array(select id from released) as "runIds",
      array(select distinct cohort_id from released) as "cohortIds"`;
  return row ?? { taken: 0, runIds: [], cohortIds: [] };
}

/** Ends up to `limit` runs that a pause holds: what had not begun of them is cancelled, with the reason. */
export async function discardRuns(db: Database, pauseId: string, { now, limit }: Batch): Promise<Released> {
  const at = now.toISOString();
  const [row] = await db.$client<Released[]>`
    with picked as (
      delete from held_runs where pause_id = ${pauseId} and run_id = any(array(
        select run_id from held_runs where pause_id = ${pauseId} limit ${limit}))
      returning run_id, cohort_id, expire_at
    ), ended as (
      update runs r set due_at = null, stop_reason = 'discarded', revision = r.revision + 1
      from picked
      where r.id = picked.run_id and r.expire_at = picked.expire_at and r.due_at is not null and r.stop_reason is null
      returning r.id, r.cohort_id, r.expire_at
    ), ended_jobs as (
      update jobs j set status = 'canceled', finished_at = ${at}
      from ended, jobs before
      where j.run_id = ended.id and j.expire_at = ended.expire_at and before.id = j.id and before.expire_at = j.expire_at
        and j.status in ('pending', 'queued', 'delayed')
      returning j.id, j.run_id, j.organization_id, j.environment_id, j.expire_at, before.status as "from", ended.cohort_id
    ), details as (
      insert into execution_details (organization_id, environment_id, run_id, job_id, detail, source, status, created_at,
        expire_at)
      select organization_id, environment_id, run_id, id, ${DETAILS.discarded}, 'Internal', 'Success', ${at}, expire_at
      from ended_jobs
    ), counted as (
      update cohorts c set pending = c.pending - s.pending, queued = c.queued - s.queued, delayed = c.delayed - s.delayed,
        canceled = c.canceled + s.canceled, due_at = case when c.stop_reason is null then ${at}::timestamptz else c.due_at end
      from (
        select cohort_id, count(*) filter (where "from" = 'pending') as pending,
          count(*) filter (where "from" = 'queued') as queued, count(*) filter (where "from" = 'delayed') as delayed,
          count(*) as canceled
        from ended_jobs group by cohort_id) as s
      where c.id = s.cohort_id
    )
    select (select count(*)::int from picked) as taken, array(select id from ended) as "runIds",
      array(select distinct cohort_id from ended) as "cohortIds"`;
  return row ?? { taken: 0, runIds: [], cohortIds: [] };
}
