import type { Fragment } from "postgres";
import type { CanceledBy } from "#contract/constants/canceled-by.ts";
import { DETAILS } from "#contract/constants/details.ts";
import type { ResumeRefusal } from "#domain/resume-plan.ts";
import { rowsOf } from "../../sql/rows.ts";
import { storableJson } from "../../storable.ts";
import type { RareTransaction, Tagged } from "../../transaction.ts";
import { type CohortChange, countChanges } from "../cohorts/count-changes.ts";
import { RUN_KEYS, type RunKey } from "./lock-resumable.ts";

interface CanceledRuns {
  canceledIds: string[];
  /** Cohorts whose executions have to look at their runs. */
  cohortIds: string[];
  refused: Partial<Record<ResumeRefusal, number>>;
}

/**
 * Ends runs within the caller's transaction: what of them has not begun is cancelled, and what is being sent is not interrupted. Their
 * revisions grow, so that a slice that has read them before stores nothing more and sends nothing of what it had decided. A run of which
 * nothing is left is refused. Locks runs before cohorts, each in the order of their ids.
 */
export async function cancelRuns(
  sql: RareTransaction,
  keys: readonly RunKey[],
  { by, cancellationId, now }: { by: CanceledBy | null; cancellationId: string; now: Date },
): Promise<CanceledRuns> {
  const at = now.toISOString();
  const given = rowsOf(sql, RUN_KEYS, keys);
  await sql`select r.id from ${given} join runs r on r.id = k.id and r.expire_at = k.expire_at order by r.id for update of r`;
  // A statement of its own: it has to see what was stored while the first one waited for a run.
  const [result] = await sql<(CanceledRuns & { changes: CohortChange[] })[]>`
    with looked as (
      select r.id, r.expire_at, case
        when e.canceled_at is not null or r.stop_reason = 'canceled' then 'canceled'
        when r.stop_reason = 'merged' then 'merged'
        when r.stop_reason is not null or not exists (
          select from jobs j where j.run_id = r.id and j.expire_at = r.expire_at and ${isUnbegun(sql)}) then 'nothing'
        end as refusal
      from ${given} join runs r on r.id = k.id and r.expire_at = k.expire_at join events e on e.id = r.event_id
    ), ended as (
      update runs r set due_at = null, stop_reason = 'canceled', revision = r.revision + 1
      from looked where r.id = looked.id and r.expire_at = looked.expire_at and looked.refusal is null
      returning r.id, r.expire_at, r.cohort_id
    ), ended_jobs as (
      update jobs j set status = 'canceled', finished_at = ${at}
      from ended, jobs before
      where j.run_id = ended.id and j.expire_at = ended.expire_at and before.id = j.id and before.expire_at = j.expire_at
        and ${isUnbegun(sql)}
      returning j.id, j.run_id, j.organization_id, j.environment_id, j.expire_at, before.status as "from", ended.cohort_id
    ), details as (
      insert into execution_details (organization_id, environment_id, run_id, job_id, detail, source, status, raw, created_at,
        expire_at)
      select organization_id, environment_id, run_id, id, ${DETAILS.runCanceled}, 'Internal', 'Success',
        ${storableJson({ ...by, cancellationId })}, ${at}, expire_at
      from ended_jobs
    )
    select array(select id from ended) as "canceledIds", array(select distinct cohort_id from ended) as "cohortIds",
      (select coalesce(jsonb_object_agg(refusal, runs), '{}') from (
        select refusal, count(*)::int as runs from looked where refusal is not null group by refusal) as r) as refused,
      (select coalesce(jsonb_agg(jsonb_build_object('cohortId', cohort_id, 'from', "from", 'to', 'canceled', 'jobs', jobs)), '[]')
        from (select cohort_id, "from", count(*)::int as jobs from ended_jobs group by 1, 2) as c) as changes`;
  const { canceledIds = [], cohortIds = [], refused = {}, changes = [] } = result ?? {};
  if (changes.length > 0) await countChanges(sql, changes);
  if (cohortIds.length > 0) {
    await sql`update cohorts set due_at = ${at} where id = any(${cohortIds}::uuid[]) and stop_reason is null`;
  }
  return { canceledIds, cohortIds, refused };
}

/** The condition that a job `j` has not begun, or has nothing on its way. */
export const isUnbegun = (sql: Tagged): Fragment => sql`(
  j.status in ('pending', 'queued', 'delayed') or (j.status = 'running' and not exists (
    select from deliveries d where d.run_id = j.run_id and d.expire_at = j.expire_at and d.job_id = j.id and d.state = 'open')))`;
