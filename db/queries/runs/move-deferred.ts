import { sql } from "drizzle-orm";
import type { Channel } from "#contract/constants/channels.ts";
import { deferredUntil } from "#contract/constants/details.ts";
import { HOURS_CHANNELS } from "#contract/constants/values/hours.ts";
import { type LocalStart, localStartAt } from "#domain/times/local-start.ts";
import { type HoursOwner, openingAt } from "#domain/times/subscriber-hours.ts";
import { columnsOf, rowsOf } from "../../sql/rows.ts";
import { storableJson } from "../../storable.ts";
import { type Transaction, taggedOf } from "../../transaction.ts";

/** Executions that are asked to look at once. Of more, the reconciler wakes those whose runs are overdue. */
const WOKEN_MOST = 200;

interface WaitingRun {
  runId: string;
  jobId: string;
  stepId: string;
  subscriberId: string;
  channel: Channel;
  revision: number;
  dueAt: string;
  /** Of a run that has not started, because it is not time for its event in the subscriber's zone. */
  localStart: LocalStart | null;
}

/**
 * Moves the runs that wait for the hours of these subscribers, or for a time of day in their zone, which the caller has locked and changed, to when they open now:
 * what may be sent is due at once. Returns the executions that have to look at their runs sooner than they would.
 */
export async function moveDeferred(
  transaction: Transaction,
  changed: readonly (HoursOwner & { id: string })[],
  now: Date,
): Promise<string[]> {
  const owners = new Map(changed.map((owner) => [owner.id, owner]));
  if (owners.size === 0) return [];
  const waiting = await transaction.execute<WaitingRun & Record<string, unknown>>(sql`
    select r.id as "runId", j.id as "jobId", j.step_id as "stepId", r.subscriber_id as "subscriberId", j.type as channel,
      r.revision, r.due_at as "dueAt", case when j.status = 'pending' then c.local_start end as "localStart"
    from runs r
    join jobs j on j.run_id = r.id and j.expire_at = r.expire_at and j.position = r.position
    join event_contents c on c.event_id = r.event_id
    where (j.status = 'delayed' and j.type = any(${sql.param([...HOURS_CHANNELS])}::text[])
        or j.status = 'pending' and c.local_start is not null and not exists (
          select from jobs begun
          where begun.run_id = r.id and begun.expire_at = r.expire_at and begun.queued_at is not null))
      and r.subscriber_id = any(${sql.param([...owners.keys()])}::uuid[]) and r.due_at is not null and r.stop_reason is null`);
  const moved = waiting.flatMap((run) => {
    const owner = owners.get(run.subscriberId);
    if (!owner) return [];
    const dueAt = run.localStart
      ? localStartAt(run.localStart, owner.timezone, now)
      : openedAt(owner, run.channel, now);
    return dueAt.getTime() === new Date(run.dueAt).getTime()
      ? []
      : [{ ...run, timezone: owner.timezone ?? "UTC", dueAt }];
  });
  if (moved.length === 0) return [];
  return store(transaction, moved, now);
}

function openedAt(owner: HoursOwner, channel: Channel, now: Date): Date {
  const opening = openingAt(owner, channel, now);
  return (opening.isOpen ? now : opening.opensAt) ?? now;
}

type MovedRun = Omit<WaitingRun, "dueAt"> & { timezone: string; dueAt: Date };

const MOVED = columnsOf<MovedRun>(
  "asked",
  { runId: "uuid", revision: "int", dueAt: "timestamptz", jobId: "uuid", stepId: "uuid" },
  {
    detail: ["text", ({ dueAt, localStart }) => (localStart ? null : deferredUntil(dueAt))],
    raw: ["text", (run) => rawOf(run)],
  },
);

/** A run that somebody has moved on since is left alone: its revision is another. */
async function store(transaction: Transaction, moved: readonly MovedRun[], now: Date): Promise<string[]> {
  const tagged = taggedOf(transaction);
  // Before their runs and in the order in which they are joined, as whoever closes, cancels or hands over windows locks them.
  const windows = await tagged<{ id: string }[]>`
    select w.id from ${rowsOf(tagged, MOVED, moved)}
    join digest_windows w on w.master_run_id = asked.run_id and w.step_id = asked.step_id
    where w.closed_at is null
    order by w.subscriber_id, w.id for update of w`;
  const rows = await tagged<{ executionId: string }[]>`
    with asked as (
      select * from ${rowsOf(tagged, MOVED, moved)}
    ), moved_runs as (
      update runs r set due_at = asked.due_at, revision = r.revision + 1
      from asked where r.id = asked.run_id and r.revision = asked.revision and r.due_at is not null
      returning asked.*, r.cohort_id, r.expire_at, r.organization_id, r.environment_id
    ), moved_jobs as (
      update jobs j set due_at = m.due_at
      from moved_runs m where j.id = m.job_id and j.expire_at = m.expire_at and j.status = 'delayed'
    ), moved_windows as (
      update digest_windows w set closes_at = m.due_at
      from moved_runs m
      where w.id = any(${windows.map(({ id }) => id)}::uuid[]) and w.master_run_id = m.run_id and w.step_id = m.step_id
    ), noted as (
      insert into execution_details (organization_id, environment_id, run_id, job_id, detail, source, status, raw, created_at,
        expire_at)
      select organization_id, environment_id, run_id, job_id, detail, 'Internal', 'Pending', raw, ${now.toISOString()}, expire_at
      from moved_runs where detail is not null and due_at > ${now.toISOString()}
    ), due as (
      select cohort_id, min(due_at) as due_at from moved_runs group by cohort_id
    ), locked as (
      select c.id, due.due_at from cohorts c join due on due.cohort_id = c.id order by c.id for update of c
    )
    update cohorts c set due_at = least(c.due_at, locked.due_at)
    from locked where c.id = locked.id and c.stop_reason is null and (c.due_at is null or locked.due_at < c.due_at)
    returning c.execution_id as "executionId"`;
  return rows.slice(0, WOKEN_MOST).map(({ executionId }) => executionId);
}

const rawOf = ({ dueAt, timezone, channel }: MovedRun): string =>
  storableJson({ until: dueAt.toISOString(), timezone, channel, changed: true });
