import type { ResumableRun } from "#domain/resume-plan.ts";
import type { LocalStart } from "#domain/times/local-start.ts";
import type { Scope } from "../../scope.ts";
import { columnsOf, rowsOf } from "../../sql/rows.ts";
import type { RareTransaction } from "../../transaction.ts";

export interface LockedRun extends Omit<ResumableRun, "startsAt">, Scope {
  id: string;
  expireAt: Date;
  eventId: string;
  transactionId: string;
  workflowId: string;
  workflowVersionId: string;
  cohortId: string;
  isCanceled: boolean;
  /** Whether its cohort was stopped before all of its members had runs. */
  isUnresolved: boolean;
  /** Of a run that has not begun, because its event starts by the clock of each subscriber. */
  localStart: LocalStart | null;
  /** The subscriber's own zone, which nobody changes until the end of the transaction where the run starts by it. */
  timezone: string | null;
  jobs: LockedJob[];
}

type LockedJob = ResumableRun["jobs"][number] & { messages: { id: string; expireAt: string }[] };

/** A run's partition is named by `expireAt`. */
export type RunKey = Pick<LockedRun, "id" | "expireAt">;

export const RUN_KEYS = columnsOf<RunKey>("k", { id: "uuid", expireAt: "timestamptz" });

/**
 * Locks runs, in the order of their ids, and then reads what is stored of them: nobody else moves them on until the end of
 * the transaction. Runs that do not exist are left out.
 */
export async function lockResumable(sql: RareTransaction, keys: readonly RunKey[]): Promise<LockedRun[]> {
  const given = rowsOf(sql, RUN_KEYS, keys);
  // A change of zone moves runs that wait, and locks the subscriber before them: it is seen here, or finds what is stored here.
  await sql`
    select s.id from ${given} join runs r on r.id = k.id and r.expire_at = k.expire_at
    join event_contents c on c.event_id = r.event_id and c.local_start is not null
    join subscribers s on s.id = r.subscriber_id order by s.id for share of s`;
  // What the statement after it reads was stored before, by whoever held the locks.
  await sql`select r.id from ${given} join runs r on r.id = k.id and r.expire_at = k.expire_at order by r.id for update of r`;
  const rows = await sql<StoredRun[]>`
    select r.id, r.organization_id as "organizationId", r.environment_id as "environmentId", r.expire_at as "expireAt",
      r.event_id as "eventId", r.transaction_id as "transactionId", r.workflow_id as "workflowId",
      r.workflow_version_id as "workflowVersionId", r.cohort_id as "cohortId", r.position,
      -- Of an erased subscriber, nothing is left that could be sent.
      case when starts_with(s.subscriber_id, 'erased~') or exists (select from erasures x where x.subscriber_id = s.id)
        then 'discarded' else r.stop_reason end as "stopReason",
      r.due_at as "dueAt", e.canceled_at is not null as "isCanceled",
      c.cursor is not null and c.stop_reason is not null as "isUnresolved",
      case when not exists (select from jobs j where j.run_id = r.id and j.expire_at = r.expire_at and j.queued_at is not null)
        then ec.local_start end as "localStart",
      s.timezone,
      (select coalesce(jsonb_agg(jsonb_build_object('id', j.id, 'stepId', j.step_id, 'position', j.position, 'type', j.type,
          'status', j.status, 'dueAt', j.due_at, 'deliveries', d.deliveries, 'messages', d.messages) order by j.position), '[]')
        from jobs j cross join lateral (
          select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'state', d.state, 'isBound', d.is_bound, 'isUsable', exists (
              select from integrations i where i.active and i.deleted_at is null and (i.id = d.integration_id or (
                not d.is_bound
                and d.failover -> 'options' @> jsonb_build_array(jsonb_build_object('integrationId', i.id))))
                and i.environment_id = d.environment_id)) order by d.id), '[]') as deliveries,
            coalesce(jsonb_agg(distinct jsonb_build_object('id', d.message_id, 'expireAt', d.message_expire_at)
              ) filter (where d.id is not null), '[]') as messages
          from deliveries d where d.run_id = r.id and d.expire_at = r.expire_at and d.job_id = j.id) d
        where j.run_id = r.id and j.expire_at = r.expire_at) as jobs
    from ${given} join runs r on r.id = k.id and r.expire_at = k.expire_at
    join events e on e.id = r.event_id join cohorts c on c.id = r.cohort_id
    left join event_contents ec on ec.event_id = r.event_id left join subscribers s on s.id = r.subscriber_id
    order by r.id`;
  return rows.map(({ jobs, ...row }) => ({
    ...row,
    expireAt: new Date(row.expireAt),
    dueAt: row.dueAt === null ? null : new Date(row.dueAt),
    jobs: jobs.map((job) => ({ ...job, dueAt: job.dueAt === null ? null : new Date(job.dueAt) })),
  }));
}

/** Moments come as texts where they are part of JSON. */
type StoredRun = Omit<LockedRun, "jobs" | "expireAt" | "dueAt"> & {
  expireAt: string;
  dueAt: string | null;
  jobs: (Omit<LockedJob, "dueAt"> & { dueAt: string | null })[];
};
