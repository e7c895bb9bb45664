import { DETAILS } from "#contract/constants/details.ts";
import type { Database } from "../../client.ts";
import type { DigestEnder } from "../../schema/runs/digest-windows.ts";
import { valuesOf } from "../../sql/rows.ts";
import { storableJson } from "../../storable.ts";
import type { RareTransaction } from "../../transaction.ts";
import { type CohortChange, countChanges } from "../cohorts/count-changes.ts";

/*
 * A window that is closed without being sent has to end the runs that are in it: because somebody has discarded it, or because
 * none of its runs can take it over. The window says so from the moment at which it is closed (`is_ending`); the
 * runs follow, some at a time.
 */

/** A window whose runs have to be ended. */
export interface EndingWindow {
  id: string;
  stepId: string;
  masterRunId: string;
  discardedBy: DigestEnder | null;
}

const COLUMNS = `id, step_id as "stepId", master_run_id as "masterRunId", discarded_by as "discardedBy"`;

/** Those of these windows whose runs have to be ended. */
export async function findEnding(db: Database, windowIds: readonly string[]): Promise<EndingWindow[]> {
  return db.$client<EndingWindow[]>`
    select ${db.$client.unsafe(COLUMNS)} from digest_windows where id = any(${[...windowIds]}::uuid[]) and is_ending`;
}

/** Ids of windows whose runs have to be ended, and which nobody may be at any more, in their order after `after`. */
export async function listEnding(
  db: Database,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const sql = db.$client;
  const rows = await sql<{ id: string }[]>`
    select id from digest_windows where is_ending ${after === null ? sql`` : sql`and id > ${after}::uuid`}
    order by id limit ${limit}`;
  return rows.map(({ id }) => id);
}

/** A place among the members of a window: when a run joined, to the microsecond, and its id. */
export interface MemberPlace {
  joinedAt: string;
  runId: string;
}

/** Members of a window in the order in which they joined. */
export async function nextMembers(
  db: Database,
  windowId: string,
  { after, limit }: { after: MemberPlace | null; limit: number },
): Promise<MemberPlace[]> {
  const sql = db.$client;
  return sql<MemberPlace[]>`
    select joined_at::text as "joinedAt", run_id as "runId" from digest_members
    where window_id = ${windowId}
      ${after ? sql`and (joined_at, run_id) > (${after.joinedAt}::timestamptz, ${after.runId}::uuid)` : sql``}
    order by joined_at, run_id limit ${limit}`;
}

/**
 * Ends those of the runs that wait or are merged in the window: cancelled when somebody has discarded it, else as after an
 * execution that has ended, so that a resume begins them again. Returns how many were ended. Locks runs before cohorts, each in
 * the order of their ids.
 */
export async function endRuns(
  sql: RareTransaction,
  { id, stepId, masterRunId, discardedBy }: EndingWindow,
  runIds: readonly string[],
  now: Date,
): Promise<number> {
  const at = now.toISOString();
  const isDiscarded = discardedBy !== null;
  const [stopReason, status, detail] = isDiscarded
    ? ["canceled", "canceled", DETAILS.digestDiscarded]
    : ["execution_ended", "failed", DETAILS.executionEnded];
  const raw = isDiscarded
    ? { by: discardedBy }
    : {
        reason:
          "The run that collected for all ended, and the execution of this one had been stopped: resume the event",
      };
  const [ended] = await sql<{ runs: number; changes: CohortChange[] }[]>`
    with member as (
      select m.run_id, m.position, m.expire_at
      from ${valuesOf(sql, "uuid", [...runIds].sort())} as asked (run_id)
      cross join lateral (
        select * from digest_members where run_id = asked.run_id and step_id = ${stepId} offset 0) as m
      where m.window_id = ${id}
        -- What a caller has cancelled is ended by its own execution.
        and (${isDiscarded} or exists (select from events e where e.id = m.event_id and e.canceled_at is null offset 0))
    ), ended_runs as (
      update runs r set stop_reason = ${stopReason}, due_at = null, revision = r.revision + 1
      from member m
      where r.id = m.run_id and r.expire_at = m.expire_at and (r.stop_reason = 'merged'
        or (${isDiscarded} and r.id = ${masterRunId} and r.stop_reason is null and r.position = m.position))
      returning r.id, r.expire_at, r.cohort_id, r.organization_id, r.environment_id, m.position
    ), ended_jobs as (
      update jobs j set status = case when j.position = r.position then ${status} else 'canceled' end, finished_at = ${at},
        error = case when j.position = r.position and not ${isDiscarded} then jsonb_build_object('message', ${detail}::text) end
      from ended_runs r join jobs before on before.run_id = r.id and before.expire_at = r.expire_at
      where j.id = before.id and j.expire_at = before.expire_at and before.position >= r.position
        and before.status in ('merged', 'delayed', 'pending', 'queued')
      returning j.id, j.run_id, j.expire_at, j.status, before.status as "from", r.cohort_id, r.organization_id, r.environment_id
    ), noted as (
      insert into execution_details (organization_id, environment_id, run_id, job_id, detail, source, status, raw, created_at,
        expire_at)
      select organization_id, environment_id, run_id, id, ${detail}, 'Internal',
        case when status = 'failed' then 'Failed' else 'Success' end, ${storableJson(raw)}, ${at}, expire_at
      from ended_jobs
    )
    select (select count(*)::int from ended_runs) as runs, coalesce((
      select jsonb_agg(jsonb_build_object('cohortId', cohort_id, 'from', "from", 'to', status, 'jobs', jobs))
      from (select cohort_id, "from", status, count(*)::int as jobs from ended_jobs group by 1, 2, 3) as c), '[]') as changes`;
  const { runs = 0, changes = [] } = ended ?? {};
  if (changes.length > 0) await countChanges(sql, changes);
  return runs;
}

/**
 * Notes that the runs of a window have been ended, unless one that has joined is still being stored: it is ended when it
 * is, or by the next look at the window. One that was not stored within an hour never will be.
 */
export async function noteEnded(db: Database, windowId: string): Promise<void> {
  await db.$client`
    update digest_windows w set is_ending = false
    where w.id = ${windowId} and w.is_ending and not exists (
      select from digest_members m join events e on e.id = m.event_id and e.canceled_at is null
      where m.window_id = w.id and m.joined_at > clock_timestamp() - interval '1 hour'
        and not exists (select from runs r where r.id = m.run_id and r.expire_at = m.expire_at))`;
}
