import type { JobStatus } from "#contract/constants/statuses.ts";
import type { RareTransaction } from "../../transaction.ts";

/** Jobs of a cohort that have changed in the same way. */
export interface CohortChange {
  cohortId: string;
  from: JobStatus;
  to: JobStatus;
  jobs: number;
}

/** Brings the counters of cohorts up to date with what became of jobs. */
export async function countChanges(sql: RareTransaction, changes: readonly CohortChange[]): Promise<void> {
  const cohortIds = [...new Set(changes.map(({ cohortId }) => cohortId))];
  await sql`select from cohorts where id = any(${cohortIds}::uuid[]) order by id for update`;
  await sql`
    update cohorts c set pending = c.pending + s.pending, queued = c.queued + s.queued, delayed = c.delayed + s.delayed,
      running = c.running + s.running, merged = c.merged + s.merged, failed = c.failed + s.failed, canceled = c.canceled + s.canceled
    from (
      select cohort_id, coalesce(sum(change) filter (where status = 'pending'), 0)::int as pending,
        coalesce(sum(change) filter (where status = 'queued'), 0)::int as queued,
        coalesce(sum(change) filter (where status = 'delayed'), 0)::int as delayed,
        coalesce(sum(change) filter (where status = 'running'), 0)::int as running,
        coalesce(sum(change) filter (where status = 'merged'), 0)::int as merged,
        coalesce(sum(change) filter (where status = 'failed'), 0)::int as failed,
        coalesce(sum(change) filter (where status = 'canceled'), 0)::int as canceled
      from unnest(${changes.flatMap(({ cohortId }) => [cohortId, cohortId])}::uuid[],
        ${changes.flatMap(({ from, to }) => [from, to])}::text[],
        ${changes.flatMap(({ jobs }) => [-jobs, jobs])}::int[]) as t (cohort_id, status, change)
      group by cohort_id) as s
    where c.id = s.cohort_id`;
}
