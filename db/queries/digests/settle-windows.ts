import type { Fragment } from "postgres";
import { DETAILS } from "#contract/constants/details.ts";
import type { Database } from "../../client.ts";
import { type Placed, type Portion, placesOf } from "../../round.ts";
import type { HotTransaction } from "../../transaction.ts";

/*
 * A window lives by its master: the run that closes it and sends for all. When that run ends before it has done so, because
 * it was cancelled or stopped, the window is handed over to its oldest member.
 */

/** Chooses the windows of some runs, or of all runs of an event. */
export type WindowsOf = { runIds: readonly string[] } | { eventId: string };

/** Returns the windows that have lost their master or a member, by their ids: `settleWindows` puts them in order. */
export async function findUnsettledWindows(db: Database, of: WindowsOf): Promise<string[]> {
  const sql = db.$hot;
  const asked = "runIds" in of ? sql`m.run_id = any(${[...of.runIds]}::uuid[])` : sql`m.event_id = ${of.eventId}`;
  const rows = await sql<{ id: string }[]>`
    select distinct m.window_id as id from digest_members m
    where ${asked} and exists (
      select from digest_windows w
      where w.id = m.window_id and (w.is_ending or (w.discarded_by is null and ${hasEnded(sql)}) or ${hasNoMaster(sql)})
      offset 0)`;
  return rows.map(({ id }) => id);
}

/**
 * Open windows that should have been closed before `before`, and whether they have no master to do so: of each workflow the longest
 * overdue first, up to its share.
 */
export function findOverdueWindows(
  db: Database,
  before: Date,
  { after, share, limit }: Portion,
): Promise<Placed<{ id: string; isLost: boolean }>[]> {
  const sql = db.$hot;
  return sql<Placed<{ id: string; isLost: boolean }>[]>`
    select w.id, ${hasNoMaster(sql)} as "isLost",
      jsonb_build_object('share', w.workflow_id, 'at', w.closes_at::text, 'id', w.id) as place
    from (
      select next.* from workflows
      left join ${placesOf(sql, after)} on p.share = workflows.id
      cross join lateral (
        select own.*, row_number() over (order by own.closes_at, own.id) as turn from digest_windows own
        where own.workflow_id = workflows.id and own.closed_at is null and own.closes_at < ${before.toISOString()}
          and (p.at is null or (own.closes_at, own.id) > (p.at, p.id))
        order by own.closes_at, own.id limit ${share}) as next
      order by next.turn, next.closes_at limit ${limit}) as w
    order by w.turn, w.closes_at`;
}

// `offset 0` keeps the planner from joining: a plan for all values would read whole tables for that
// (docs/decisions/012-plans-for-all-values.md).

/** Whether the run of the member `m` has ended before it passed the step. */
const hasEnded = (sql: HotTransaction): Fragment =>
  sql`(exists (
    select from runs r where r.id = m.run_id and r.expire_at = m.expire_at and r.stop_reason <> 'merged'
      and r.position <= m.position offset 0) and not ${hasBegun(sql, sql`m`)})`;

/**
 * Whether the member's step has begun to send. A run stands at a step with a message until that is sent, and what has begun
 * is concluded, also when its event is cancelled: the events are in that message.
 */
const hasBegun = (sql: HotTransaction, member: Fragment): Fragment =>
  sql`exists (
    select from jobs j where j.run_id = ${member}.run_id and j.expire_at = ${member}.expire_at and j.step_id = ${member}.step_id
      and j.type <> 'digest' and j.started_at is not null offset 0)`;

/**
 * Whether nobody will close the window `w`: its master has neither passed the digest nor will it get there. A window that
 * somebody has discarded needs none.
 */
const hasNoMaster = (sql: HotTransaction): Fragment =>
  sql`w.discarded_by is null and not exists (
    select from digest_members master
    where master.run_id = w.master_run_id and master.step_id = w.step_id and (
      exists (
        select from runs r where r.id = master.run_id and r.expire_at = master.expire_at and r.position > master.position
        offset 0)
      or ${hasBegun(sql, sql`master`)}
      or (exists (select from events e where e.id = master.event_id and e.canceled_at is null offset 0)
        and not exists (
          select from runs r
          where r.id = master.run_id and r.expire_at = master.expire_at and r.stop_reason is not null offset 0)))
    offset 0)`;

/**
 * Takes runs that have ended out of these windows, and hands windows without a master over to the oldest run that is merged
 * into them: its digest goes on waiting for the same end, or at once when that is past; a step that waits for hours looks at
 * once whether they are open. One whose event's execution was
 * stopped is taken when there is no other, and the execution starts again; unless that would also go on through the
 * event's audience. A window without anybody is closed, and what is still merged into it has to be ended
 * (`end-windows.ts`). Returns the cohorts that own the new masters: their executions have to look at them.
 */
export async function settleWindows(
  sql: HotTransaction,
  windowIds: readonly string[],
  now: Date,
): Promise<{ cohortIds: string[] }> {
  const at = now.toISOString();
  const ids = [...windowIds];
  await sql`select from digest_windows where id = any(${ids}::uuid[]) order by subscriber_id, id for update`;
  await sql`
    update digest_members m set left_window_id = m.window_id, window_id = null
    where m.window_id = any(${ids}::uuid[]) and ${hasEnded(sql)}
      and exists (select from digest_windows w where w.id = m.window_id and w.discarded_by is null offset 0)`;
  const rows = await sql<{ cohortId: string }[]>`
    with lost as (
      select w.* from digest_windows w where w.id = any(${ids}::uuid[]) and ${hasNoMaster(sql)}
    ), oldest as (
      -- Of a step that waits for hours, the heir looks at once: they may have changed since the window was opened.
      select w.id as window_id, case when member.is_digest then greatest(w.closes_at, ${at}) else ${at} end as due_at,
        member.run_id, member.position, member.expire_at
      from lost w cross join lateral (
        select m.run_id, m.position, m.expire_at, exists (
          select from jobs j
          where j.run_id = m.run_id and j.expire_at = m.expire_at and j.step_id = w.step_id and j.type = 'digest'
          offset 0) as is_digest
        from digest_members m
        cross join lateral (
          select c.stop_reason is not null as is_stopped
          from runs r join cohorts c on c.id = r.cohort_id and (c.stop_reason is null or c.cursor is null)
          where r.id = m.run_id and r.expire_at = m.expire_at and r.stop_reason = 'merged' offset 0) owner
        where m.window_id = w.id
          and exists (select from events e where e.id = m.event_id and e.canceled_at is null offset 0)
        order by owner.is_stopped, m.joined_at, m.run_id limit 1) member
    ), heir as (
      -- Unless it has just been taken out of the window: then it looks for itself as soon as its end is stored.
      update runs r set stop_reason = null, digested_run_id = null, due_at = oldest.due_at, revision = r.revision + 1
      from oldest where r.id = oldest.run_id and r.expire_at = oldest.expire_at and r.stop_reason = 'merged'
      returning oldest.*, r.cohort_id, r.organization_id, r.environment_id
    ), others as (
      update runs r set digested_run_id = heir.run_id
      from heir join digest_members m on m.window_id = heir.window_id and m.run_id <> heir.run_id
      where r.id = m.run_id and r.expire_at = m.expire_at and r.stop_reason = 'merged'
    ), jobs_again as (
      update jobs j set finished_at = null, status = case when j.position = heir.position then 'delayed' else 'pending' end,
        due_at = case when j.position = heir.position then heir.due_at end,
        queued_at = case when j.position = heir.position then coalesce(j.queued_at, ${at}) end
      from heir
      where j.run_id = heir.run_id and j.expire_at = heir.expire_at and j.status = 'merged' and j.position >= heir.position
      returning j.id, j.run_id, j.position, j.status, heir.cohort_id
    ), noted as (
      insert into execution_details (organization_id, environment_id, run_id, job_id, detail, source, status, raw, created_at,
        expire_at)
      select heir.organization_id, heir.environment_id, heir.run_id, j.id, ${DETAILS.stepDigested}, 'Internal', 'Pending',
        jsonb_build_object('delay', round(extract(epoch from heir.due_at - ${at}::timestamptz) * 1000))::text, ${at}, heir.expire_at
      from heir join jobs_again j on j.run_id = heir.run_id and j.position = heir.position
    ), counted as (
      update cohorts c set merged = c.merged - s.jobs, delayed = c.delayed + s.delayed, pending = c.pending + s.jobs - s.delayed,
        due_at = least(c.due_at, s.due_at), stop_reason = null
      from (
        select heir.cohort_id, min(heir.due_at) as due_at, count(j.id)::int as jobs,
          count(j.id) filter (where j.status = 'delayed')::int as delayed
        from heir join jobs_again j on j.run_id = heir.run_id group by heir.cohort_id) s
      where c.id = s.cohort_id
      returning c.id
    ), handed_over as (
      update digest_windows w set master_run_id = heir.run_id, discarded = false from heir where w.id = heir.window_id
    ), abandoned as (
      update digest_windows w set closed_at = coalesce(w.closed_at, clock_timestamp()), is_ending = true
      from lost
      where w.id = lost.id and not exists (select from oldest where oldest.window_id = lost.id)
        -- One that has joined and is not stored yet looks for itself as soon as it is.
        and not exists (
          select from digest_members m join events e on e.id = m.event_id and e.canceled_at is null
          where m.window_id = lost.id and m.run_id <> lost.master_run_id
            and not exists (select from runs r where r.id = m.run_id and r.expire_at = m.expire_at))
    )
    select id as "cohortId" from counted`;
  return { cohortIds: rows.map(({ cohortId }) => cohortId) };
}

/** Takes a run out that could not be stored at all, so that no window waits for it. Returns the windows that it was in. */
export async function leaveWindows(db: Database, runId: string): Promise<string[]> {
  const rows = await db.$hot<{ windowId: string }[]>`
    delete from digest_members where run_id = ${runId} and window_id is not null returning window_id as "windowId"`;
  return rows.map(({ windowId }) => windowId);
}

/**
 * Makes up to `limit` runs of a cancelled event due that are merged into windows which were open when it was cancelled, so that
 * their execution ends them, also when it looks only after a window has closed without them. Returns how many; none as long as the
 * event is not cancelled.
 */
export async function releaseMergedRuns(
  db: Database,
  { eventId, cohortId, expireAt }: { eventId: string; cohortId: string; expireAt: Date },
  { now, limit }: { now: Date; limit: number },
): Promise<number> {
  const expires = expireAt.toISOString();
  const { count } = await db.$hot`
    update runs r set stop_reason = null, digested_run_id = null, due_at = ${now.toISOString()}, revision = r.revision + 1
    from (
      select r.id from runs r
      join digest_members m on m.run_id = r.id join digest_windows w on w.id = m.window_id
      where r.cohort_id = ${cohortId} and r.expire_at = ${expires} and r.stop_reason = 'merged'
        and exists (select from events where id = ${eventId} and canceled_at is not null)
        and (select canceled_at from events where id = ${eventId}) <= coalesce(w.closed_at, 'infinity')
      limit ${limit}) as released
    where r.id = released.id and r.expire_at = ${expires}`;
  return count;
}
