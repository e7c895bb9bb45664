import { DETAILS } from "#contract/constants/details.ts";
import type { DigestEnder } from "../../schema/runs/digest-windows.ts";
import type { Scope } from "../../scope.ts";
import { storableJson } from "../../storable.ts";
import type { RareTransaction } from "../../transaction.ts";
import type { EndingWindow } from "./end-windows.ts";

/** A window that was just locked: nobody joins or closes it until the transaction ends. */
export interface LockedWindow extends EndingWindow {
  closedAt: string | null;
  sentBy: DigestEnder | null;
}

/** Locks a window as closing and joining it do. Undefined when the environment has no such window. */
export async function lockWindow(
  sql: RareTransaction,
  { environmentId }: Scope,
  id: string,
): Promise<LockedWindow | undefined> {
  const [row] = await sql<LockedWindow[]>`
    select id, step_id as "stepId", master_run_id as "masterRunId", closed_at as "closedAt",
      discarded_by as "discardedBy", sent_by as "sentBy"
    from digest_windows where id = ${id} and environment_id = ${environmentId} for update`;
  return row;
}

/** Closes a window so that it is not sent; its runs have to be ended. */
export async function discardWindow(sql: RareTransaction, id: string, by: DigestEnder): Promise<void> {
  await sql`
    update digest_windows set closed_at = clock_timestamp(), discarded = true, is_ending = true,
      discarded_by = ${storableJson(by)}::text::jsonb
    where id = ${id}`;
}

/**
 * Makes the run of a window due that sends for all. Returns the execution that has to look at it; undefined when the run
 * does not wait for the window: it is being stored, or about to go on.
 */
export async function sendWindow(
  sql: RareTransaction,
  { id, stepId, masterRunId }: LockedWindow,
  { by, now }: { by: DigestEnder; now: Date },
): Promise<{ cohortId: string } | undefined> {
  const at = now.toISOString();
  const [run] = await sql<{ cohortId: string; jobId: string | null }[]>`
    with member as (
      select run_id, position, expire_at from digest_members where run_id = ${masterRunId} and step_id = ${stepId} offset 0
    ), due as (
      update runs r set due_at = least(r.due_at, ${at}), revision = r.revision + 1
      from member m
      where r.id = m.run_id and r.expire_at = m.expire_at and r.position = m.position and r.due_at is not null
        and r.stop_reason is null
      returning r.id, r.expire_at, r.cohort_id, r.organization_id, r.environment_id, m.position
    ), due_jobs as (
      update jobs j set due_at = least(j.due_at, ${at})
      from due where j.run_id = due.id and j.expire_at = due.expire_at and j.position = due.position and j.status = 'delayed'
      returning j.id, j.run_id
    ), noted as (
      insert into execution_details (organization_id, environment_id, run_id, job_id, detail, source, status, raw, created_at,
        expire_at)
      select due.organization_id, due.environment_id, due.id, j.id, ${DETAILS.digestSentEarly}, 'Internal', 'Success',
        ${storableJson({ by })}, ${at}, due.expire_at
      from due join due_jobs j on j.run_id = due.id
    )
    select cohort_id as "cohortId", (select id from due_jobs) as "jobId" from due`;
  if (!run?.jobId) return undefined;
  await sql`update cohorts set due_at = least(due_at, ${at}) where id = ${run.cohortId}`;
  await sql`
    update digest_windows set closes_at = least(closes_at, ${at}), sent_by = ${storableJson(by)}::text::jsonb where id = ${id}`;
  return { cohortId: run.cohortId };
}
