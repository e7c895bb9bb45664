import type { JobStatus } from "#contract/constants/statuses.ts";
import { columnsOf, rowsOf } from "../../sql/rows.ts";
import type { RareTransaction } from "../../transaction.ts";

/** Jobs of a cohort that have changed in the same way. */
export interface CohortChange {
  cohortId: string;
  from: JobStatus;
  to: JobStatus;
  jobs: number;
}

const COUNTS = columnsOf<{ cohortId: string; status: JobStatus; change: number }>("t", {
  cohortId: "uuid",
  status: "text",
  change: "int",
});

/** Brings the counters of cohorts up to date with what became of jobs. */
export async function countChanges(sql: RareTransaction, changes: readonly CohortChange[]): Promise<void> {
  const counts = changes.flatMap(({ cohortId, from, to, jobs }) => [
    { cohortId, status: from, change: -jobs },
    { cohortId, status: to, change: jobs },
  ]);
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
      from ${rowsOf(sql, COUNTS, counts)}
      group by cohort_id) as s
    where c.id = s.cohort_id`;
}
