import type { TransactionSql } from "postgres";
import type { Database } from "../../client.ts";
import type { Scope } from "../../scope.ts";
import type { RunKey } from "../runs/lock-resumable.ts";

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
 * Returns up to `limit` runs of a cohort that failed or were stopped. The caller resumes them in the same transaction; the
 * lock on the cohort keeps others from taking the same ones.
 */
export async function takeReopened(
  sql: TransactionSql,
  { id, expireAt }: { id: string; expireAt: Date },
  limit: number,
): Promise<RunKey[]> {
  const expires = expireAt.toISOString();
  await sql`select id from cohorts where id = ${id} for update`;
  const rows = await sql<{ id: string }[]>`
    select r.id from runs r
    where r.expire_at = ${expires} and (r.stop_reason is null or r.stop_reason in ('step_failed', 'execution_ended'))
      and r.id in (
        (select id from runs
          where cohort_id = ${id} and expire_at = ${expires} and stop_reason in ('step_failed', 'execution_ended')
          limit ${limit})
        union
        (select run_id from deliveries
          where cohort_id = ${id} and expire_at = ${expires} and state in ('failed', 'stopped') limit ${limit}))`;
  return rows.map((row) => ({ id: row.id, expireAt }));
}

/** Takes the mark of a cohort back: no run is left that a resume would help. */
export async function endReopen(sql: TransactionSql, { id }: { id: string }): Promise<void> {
  await sql`update cohorts set reopen = false where id = ${id}`;
}
