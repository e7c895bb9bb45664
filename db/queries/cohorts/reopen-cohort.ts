import type { Database } from "../../client.ts";
import type { Scope } from "../../scope.ts";
import type { RareTransaction } from "../../transaction.ts";
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
    update cohorts c set reopen = true, reopened_up_to = null, stop_reason = null, due_at = clock_timestamp()
    where c.event_id = ${eventId} and c.environment_id = ${environmentId}
      and (c.stop_reason is not null or c.cursor is not null
        or exists (select from runs r where r.cohort_id = c.id and r.expire_at = c.expire_at
          and r.stop_reason in ('step_failed', 'execution_ended'))
        or exists (select from deliveries d where d.cohort_id = c.id and d.expire_at = c.expire_at
          and d.state in ('failed', 'stopped')))
    returning c.number, c.execution_id as "executionId"`;
}

/**
 * Returns runs of a cohort that failed or were stopped, in the order of their ids, looking at up to `limit` at a time: each is taken once
 * by a resume, however it fares. `isLast` says that the resume is through. The caller resumes them in the same transaction; the
 * lock on the cohort keeps others from taking the same ones.
 */
export async function takeReopened(
  sql: RareTransaction,
  { id, expireAt }: { id: string; expireAt: Date },
  limit: number,
): Promise<{ keys: RunKey[]; isLast: boolean }> {
  const expires = expireAt.toISOString();
  const [cohort] = await sql<{ after: string | null }[]>`
    select reopened_up_to as after from cohorts where id = ${id} for update`;
  const after = cohort?.after ?? NO_ID;
  const rows = await sql<{ id: string; isResumable: boolean }[]>`
    select r.id, r.stop_reason is null or r.stop_reason in ('step_failed', 'execution_ended') as "isResumable"
    from (
      (select id from runs
        where cohort_id = ${id} and expire_at = ${expires} and stop_reason in ('step_failed', 'execution_ended')
          and id > ${after} order by id limit ${limit})
      union
      (select run_id from deliveries
        where cohort_id = ${id} and expire_at = ${expires} and state in ('failed', 'stopped')
          and run_id > ${after} group by run_id order by run_id limit ${limit})
      order by id limit ${limit}) as looked
    join runs r on r.id = looked.id and r.expire_at = ${expires}
    order by r.id`;
  const last = rows.at(-1)?.id;
  const isLast = last === undefined || rows.length < limit;
  await sql`
    update cohorts set reopen = ${!isLast}, reopened_up_to = ${isLast ? null : last} where id = ${id} and reopen`;
  return { keys: rows.filter(({ isResumable }) => isResumable).map((row) => ({ id: row.id, expireAt })), isLast };
}

/** Before all ids. */
const NO_ID = "00000000-0000-0000-0000-000000000000";
