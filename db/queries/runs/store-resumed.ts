import { DETAILS } from "#contract/constants/details.ts";
import { type ExecutionStatus, JOB_STATUSES, type JobStatus } from "#contract/constants/statuses.ts";
import type { ResumptionIntegration } from "#contract/resumptions.ts";
import type { ResumePlan } from "#domain/resume-plan.ts";
import { jobIdOf, messageIdOf } from "../../derived-ids.ts";
import { columnsOf, insertOf, rowsOf } from "../../sql/rows.ts";
import { storableJson } from "../../storable.ts";
import type { RareTransaction } from "../../transaction.ts";
import type { LockedRun } from "./lock-resumable.ts";

export interface ResumedRun {
  run: LockedRun;
  plan: ResumePlan;
  versionId: string;
}

/** Shown in the history of each step that is executed again. */
export interface ResumeNote {
  /** Unset when the event was resumed as a whole. */
  resumptionId?: string;
  version: string;
  /** The integration that was chosen for what failed on its channel. */
  integration?: ResumptionIntegration | null;
}

const RESUMED = columnsOf<ResumedRun>(
  "n",
  { versionId: "uuid" },
  {
    id: ["uuid", ({ run }) => run.id],
    expireAt: ["timestamptz", ({ run }) => run.expireAt],
    position: ["smallint", ({ plan }) => plan.position],
    dueAt: ["timestamptz", ({ plan }) => plan.dueAt],
  },
);

/**
 * Stores how locked runs go on, and has their cohorts look at them. The runs are nobody else's until the transaction ends.
 * Returns the cohorts, whose executions are to be woken then.
 */
export async function storeResumed(
  sql: RareTransaction,
  resumed: readonly ResumedRun[],
  note: ResumeNote,
  now: Date,
): Promise<string[]> {
  if (resumed.length === 0) return [];
  const at = now.toISOString();
  await storeDeliveries(sql, resumed, at);
  await dropMessages(sql, resumed);
  await storeJobs(sql, resumed, note, at);
  await sql`
    update runs r set position = n.position, due_at = n.due_at, stop_reason = null, handled = null, revision = r.revision + 1,
      resumed_by = ${note.resumptionId ?? "event"}, workflow_version_id = n.version_id, integration_id = ${note.integration?._id ?? null}
    from ${rowsOf(sql, RESUMED, resumed)}
    where r.id = n.id and r.expire_at = n.expire_at`;
  await storePassedDigests(sql, resumed);
  await clearFailedRequests(sql, resumed);
  return countJobs(sql, resumed, at);
}

const DELIVERIES = columnsOf<{ id: string; expireAt: Date }>("k", { id: "uuid", expireAt: "timestamptz" });

async function storeDeliveries(sql: RareTransaction, resumed: readonly ResumedRun[], at: string): Promise<void> {
  const each = resumed.flatMap(({ run, plan }) => [
    ...plan.reopened.map((id) => ({ id, expireAt: run.expireAt, isDropped: false })),
    ...plan.dropped.map((id) => ({ id, expireAt: run.expireAt, isDropped: true })),
  ]);
  const dropped = each.filter(({ isDropped }) => isDropped);
  const reopened = each.filter(({ isDropped }) => !isDropped);
  if (dropped.length > 0) {
    await sql`
      delete from deliveries d
      using ${rowsOf(sql, DELIVERIES, dropped)}
      where d.id = k.id and d.expire_at = k.expire_at`;
  }
  if (reopened.length === 0) return;
  await sql`
    with reopened as (
      update deliveries d set state = 'open', attempt = 0, due_at = ${at}, lease_owner = null, first_leased_at = null, error = null,
        ${fromTheFirst(sql)}
      from ${rowsOf(sql, DELIVERIES, reopened)}
      where d.id = k.id and d.expire_at = k.expire_at
      returning d.message_id, d.message_expire_at
    )
    update messages m set status = 'sent', error_id = null, error_text = null, updated_at = ${at}
    from reopened d where m.id = d.message_id and m.expire_at = d.message_expire_at`;
}

/**
 * Assignments by which a delivery `d` starts again with the first of its integrations. A message that a vendor may have
 * taken stays with it.
 */
const fromTheFirst = (sql: RareTransaction) => sql`
  integration_id = case when d.failover is null or d.is_bound then d.integration_id
    else (d.failover #>> '{options,0,integrationId}')::uuid end,
  provider_id = case when d.failover is null or d.is_bound then d.provider_id
    else d.failover #>> '{options,0,providerId}' end,
  request = case when d.failover is null or d.is_bound then d.request
    else coalesce(d.failover #> '{options,0,request}', d.request) end,
  failover = d.failover - 'since' || jsonb_build_object('options', (
    select jsonb_agg(o.option - 'isOut' - 'notBefore' || '{"attempts": 0}' order by o.place)
    from jsonb_array_elements(d.failover -> 'options') with ordinality as o (option, place)))`;

/** Deletes messages of steps that decide anew by another version: they may expire at another moment then, which is part of their key. */
async function dropMessages(sql: RareTransaction, resumed: readonly ResumedRun[]): Promise<void> {
  const ids = resumed.flatMap(({ run, plan, versionId }) => {
    if (versionId === run.workflowVersionId) return [];
    const anew = new Set(plan.jobs.filter(({ status }) => status === "pending").map(({ id }) => id));
    return run.jobs.flatMap((job) =>
      anew.has(job.id) ? [messageIdOf(job.id), ...job.messages.map(({ id }) => id)] : [],
    );
  });
  if (ids.length > 0) await sql`delete from messages where id = any(${ids}::uuid[])`;
}

type PlannedJob = ResumePlan["jobs"][number];

const CHANGED = columnsOf<PlannedJob & { expireAt: Date }>("n", {
  id: "uuid",
  expireAt: "timestamptz",
  status: "text",
  position: "smallint",
  type: "text",
});

interface OwnKeys extends Pick<LockedRun, "organizationId" | "environmentId" | "expireAt"> {
  runId: string;
}

const ADDED = columnsOf<OwnKeys & ResumePlan["added"][number] & { id: string }>("n", {
  id: "uuid",
  organizationId: "uuid",
  environmentId: "uuid",
  runId: "uuid",
  stepId: "uuid",
  position: "smallint",
  type: "text",
  status: "text",
  expireAt: "timestamptz",
});

const NOTED = columnsOf<OwnKeys & { jobId: string; detail: string; status: ExecutionStatus; isRetry: boolean }>("n", {
  organizationId: "uuid",
  environmentId: "uuid",
  runId: "uuid",
  jobId: "uuid",
  detail: "text",
  status: "text",
  isRetry: "boolean",
  expireAt: "timestamptz",
});

const keysOf = ({ id: runId, organizationId, environmentId, expireAt }: LockedRun): OwnKeys => ({
  runId,
  organizationId,
  environmentId,
  expireAt,
});

async function storeJobs(
  sql: RareTransaction,
  resumed: readonly ResumedRun[],
  { resumptionId, version, integration }: ResumeNote,
  at: string,
): Promise<void> {
  const changed = resumed.flatMap(({ run, plan }) => plan.jobs.map((job) => ({ ...job, expireAt: run.expireAt })));
  const added = resumed.flatMap(({ run, plan }) =>
    plan.added.map((job) => ({ ...job, ...keysOf(run), id: jobIdOf(run.id, job.stepId) })),
  );
  if (changed.length > 0) {
    await sql`
      update jobs j set status = n.status, position = n.position, type = n.type,
        finished_at = case when n.status in ('pending', 'running', 'delayed') then null else j.finished_at end,
        error = case when n.status in ('pending', 'running', 'delayed') then null else j.error end
      from ${rowsOf(sql, CHANGED, changed)}
      where j.id = n.id and j.expire_at = n.expire_at`;
    // A delivery of a step that has another place now is the last one's no more, as far as anybody knows.
    await sql`
      update deliveries d set position = n.position, is_last = false
      from ${rowsOf(sql, CHANGED, changed)},
        jobs j
      where j.id = n.id and j.expire_at = n.expire_at and d.run_id = j.run_id and d.expire_at = j.expire_at
        and d.job_id = j.id and d.state = 'open' and d.position <> n.position`;
  }
  if (added.length > 0) {
    const others = {
      finishedAt: sql`case when n.status = 'canceled' then ${at}::timestamptz end`,
      createdAt: at,
    };
    await sql`${insertOf(sql, "jobs", ADDED, others)} from ${rowsOf(sql, ADDED, added)}`;
  }
  const again = new Set(resumed.flatMap(({ plan }) => plan.again));
  const noted = [
    ...resumed.flatMap(({ run, plan }) =>
      plan.again.map((jobId) => ({ ...keysOf(run), jobId, detail: DETAILS.stepResumed, status: "Pending" as const })),
    ),
    ...added.flatMap(({ id: jobId, status, ...job }) =>
      status === "canceled" ? [{ ...job, jobId, detail: DETAILS.stepAddedLate, status: "Success" as const }] : [],
    ),
  ].map((note) => ({ ...note, isRetry: again.has(note.jobId) }));
  const raw = storableJson({ resumptionId, version, ...(integration && { integration: integration.name }) });
  const others = { source: "Internal", raw, createdAt: at };
  await sql`${insertOf(sql, "execution_details", NOTED, others)} from ${rowsOf(sql, NOTED, noted)}`;
}

const PASSED = columnsOf<{ runId: string; stepId: string }>("p", { runId: "uuid", stepId: "uuid" });

/** A digest that a run has passed stays passed, although the run may stand before it now: its window has been sent. */
async function storePassedDigests(sql: RareTransaction, resumed: readonly ResumedRun[]): Promise<void> {
  const passed = resumed.flatMap(({ run, plan }) => plan.passedDigests.map((stepId) => ({ runId: run.id, stepId })));
  if (passed.length === 0) return;
  await sql`
    update digest_members m set position = -1
    from ${rowsOf(sql, PASSED, passed)}
    where m.run_id = p.run_id and m.step_id = p.step_id`;
}

/** A request that failed for good is sent again by the step that is executed again. */
async function clearFailedRequests(sql: RareTransaction, resumed: readonly ResumedRun[]): Promise<void> {
  const runIds = resumed.map(({ run }) => run.id);
  await sql`delete from http_requests where run_id = any(${runIds}::uuid[]) and state = 'ended' and result ? 'error'`;
}

interface JobChange {
  cohortId: string;
  versionId: string;
  status: JobStatus | null;
  by: number;
}

const CHANGES = columnsOf<JobChange>("n", { cohortId: "uuid", status: "text", by: "int", versionId: "uuid" });

/** Brings the counters of the cohorts up to date, and makes them due. */
async function countJobs(sql: RareTransaction, resumed: readonly ResumedRun[], at: string): Promise<string[]> {
  const changes = resumed.flatMap(({ run, plan, versionId }) => {
    const before = new Map(run.jobs.map(({ id, status }) => [id, status]));
    const change = { cohortId: run.cohortId, versionId };
    return [
      { ...change, status: null, by: 0 },
      ...plan.added.map(({ status }) => ({ ...change, status, by: 1 })),
      ...plan.jobs.flatMap(({ id, status }) => [
        { ...change, status, by: 1 },
        { ...change, status: before.get(id) ?? null, by: -1 },
      ]),
    ];
  });
  const cohortIds = [...new Set(changes.map(({ cohortId }) => cohortId))].sort();
  await sql`select id from cohorts where id = any(${cohortIds}::uuid[]) order by id for update`;
  const counters = JOB_STATUSES.map(
    (status, index) => sql`${index === 0 ? sql`` : sql`,`} ${sql(status)} = c.${sql(status)} + coalesce(
      (select sum(n.by) from changed n where n.cohort_id = c.id and n.status = ${status}), 0)`,
  );
  await sql`
    with changed as (
      select * from ${rowsOf(sql, CHANGES, changes)}
    )
    update cohorts c set ${counters}, due_at = ${at}, stop_reason = null, versions = array(
        select distinct v from unnest(c.versions || array(select n.version_id from changed n where n.cohort_id = c.id)) as v
        where v <> e.workflow_version_id order by v)
    from events e
    where c.id = any(${cohortIds}::uuid[]) and e.id = c.event_id`;
  return cohortIds;
}
