import { DETAILS } from "#contract/constants/details.ts";
import type { Scope } from "../../scope.ts";
import type { RareTransaction } from "../../transaction.ts";

/**
 * Makes a run due that waits at a delay. Its revision grows, so that a slice that is about to send it to sleep looks again. Returns its
 * cohort; undefined when it waits at none.
 */
export async function endDelay(
  sql: RareTransaction,
  { environmentId }: Scope,
  runId: string,
  { by, now }: { by: { userId: string; keyEnd?: string }; now: Date },
): Promise<string | undefined> {
  const at = now.toISOString();
  const [run] = await sql<{ cohortId: string }[]>`
    with due as (
      update runs r set due_at = least(r.due_at, ${at}), revision = r.revision + 1
      from jobs j
      where r.id = ${runId} and r.environment_id = ${environmentId} and r.due_at is not null and r.stop_reason is null
        and j.run_id = r.id and j.expire_at = r.expire_at and j.position = r.position and j.type = 'delay' and j.status = 'delayed'
      returning r.id, r.expire_at, r.cohort_id, r.organization_id, r.environment_id, j.id as job_id
    ), due_jobs as (
      update jobs j set due_at = least(j.due_at, ${at}) from due where j.id = due.job_id and j.expire_at = due.expire_at
    ), noted as (
      insert into execution_details (organization_id, environment_id, run_id, job_id, detail, source, status, raw, created_at,
        expire_at)
      select organization_id, environment_id, id, job_id, ${DETAILS.delayEndedEarly}, 'Internal', 'Success', jsonb_build_object('by', (
        select jsonb_strip_nulls(jsonb_build_object('name', trim(concat_ws(' ', first_name, last_name)), 'keyEnd', ${by.keyEnd ?? null}::text))
        from users where id = ${by.userId}))::text, ${at}, expire_at
      from due
    ), woken as (
      update cohorts c set due_at = least(c.due_at, ${at}) from due where c.id = due.cohort_id
    )
    select cohort_id as "cohortId" from due`;
  return run?.cohortId;
}
