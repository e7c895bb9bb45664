import type { TransactionSql } from "postgres";
import { DETAILS } from "#contract/constants/details.ts";
import { JOB_STATUSES } from "#contract/constants/statuses.ts";
import type { ResumptionIntegration } from "#contract/resumptions.ts";
import type { ResumePlan } from "#domain/resume-plan.ts";
import { jobIdOf, messageIdOf } from "../../derived-ids.ts";
import { storableJson } from "../../storable.ts";
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

/**
 * Stores how locked runs go on, and has their cohorts look at them. The runs are nobody else's until the transaction ends.
 * Returns the cohorts, whose executions are to be woken then.
 */
export async function storeResumed(
  sql: TransactionSql,
  resumed: readonly ResumedRun[],
  note: ResumeNote,
  now: Date,
): Promise<string[]> {
  if (resumed.length === 0) return [];
  const at = now.toISOString();
  await storeDeliveries(sql, resumed, at);
  await dropMessages(sql, resumed);
  await storeJobs(sql, resumed, note, at);
  const of = <T>(value: (one: ResumedRun) => T): T[] => resumed.map(value);
  await sql`
    update runs r set position = n.position, due_at = n.due_at, stop_reason = null, handled = null, revision = r.revision + 1,
      resumed_by = ${note.resumptionId ?? "event"}, workflow_version_id = n.version_id, integration_id = ${note.integration?._id ?? null}
    from unnest(${of(({ run }) => run.id)}::uuid[], ${of(({ run }) => run.expireAt.toISOString())}::text[]::timestamptz[],
      ${of(({ plan }) => plan.position)}::smallint[],
      ${of(({ plan }) => plan.dueAt?.toISOString() ?? null)}::text[]::timestamptz[],
      ${of(({ versionId }) => versionId)}::uuid[]) as n (id, expire_at, position, due_at, version_id)
    where r.id = n.id and r.expire_at = n.expire_at`;
  await storePassedDigests(sql, resumed);
  await clearFailedRequests(sql, resumed);
  return countJobs(sql, resumed, at);
}

async function storeDeliveries(sql: TransactionSql, resumed: readonly ResumedRun[], at: string): Promise<void> {
  const each = resumed.flatMap(({ run, plan }) => [
    ...plan.reopened.map((id) => ({ id, expireAt: run.expireAt.toISOString(), isDropped: false })),
    ...plan.dropped.map((id) => ({ id, expireAt: run.expireAt.toISOString(), isDropped: true })),
  ]);
  const dropped = each.filter(({ isDropped }) => isDropped);
  const reopened = each.filter(({ isDropped }) => !isDropped);
  if (dropped.length > 0) {
    await sql`
      delete from deliveries d
      using unnest(${dropped.map(({ id }) => id)}::uuid[], ${dropped.map(({ expireAt }) => expireAt)}::text[]::timestamptz[])
        as k (id, expire_at)
      where d.id = k.id and d.expire_at = k.expire_at`;
  }
  if (reopened.length === 0) return;
  await sql`
    with reopened as (
      update deliveries d set state = 'open', attempt = 0, due_at = ${at}, lease_owner = null, first_leased_at = null, error = null,
        ${fromTheFirst(sql)}
      from unnest(${reopened.map(({ id }) => id)}::uuid[], ${reopened.map(({ expireAt }) => expireAt)}::text[]::timestamptz[])
        as k (id, expire_at)
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
const fromTheFirst = (sql: TransactionSql) => sql`
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
async function dropMessages(sql: TransactionSql, resumed: readonly ResumedRun[]): Promise<void> {
  const ids = resumed.flatMap(({ run, plan, versionId }) => {
    if (versionId === run.workflowVersionId) return [];
    const anew = new Set(plan.jobs.filter(({ status }) => status === "pending").map(({ id }) => id));
    return run.jobs.flatMap((job) =>
      anew.has(job.id) ? [messageIdOf(job.id), ...job.messages.map(({ id }) => id)] : [],
    );
  });
  if (ids.length > 0) await sql`delete from messages where id = any(${ids}::uuid[])`;
}

async function storeJobs(
  sql: TransactionSql,
  resumed: readonly ResumedRun[],
  { resumptionId, version, integration }: ResumeNote,
  at: string,
): Promise<void> {
  const changed = resumed.flatMap(({ run, plan }) =>
    plan.jobs.map((job) => ({ ...job, expireAt: run.expireAt.toISOString() })),
  );
  const added = resumed.flatMap(({ run, plan }) =>
    plan.added.map((job) => ({ ...job, run, id: jobIdOf(run.id, job.stepId), expireAt: run.expireAt.toISOString() })),
  );
  const again = new Set(resumed.flatMap(({ plan }) => plan.again));
  if (changed.length > 0) {
    await sql`
      update jobs j set status = n.status, position = n.position, type = n.type,
        finished_at = case when n.status in ('pending', 'running', 'delayed') then null else j.finished_at end,
        error = case when n.status in ('pending', 'running', 'delayed') then null else j.error end
      from unnest(${changed.map(({ id }) => id)}::uuid[], ${changed.map(({ expireAt }) => expireAt)}::text[]::timestamptz[],
        ${changed.map(({ status }) => status)}::text[], ${changed.map(({ position }) => position)}::smallint[],
        ${changed.map(({ type }) => type)}::text[]) as n (id, expire_at, status, position, type)
      where j.id = n.id and j.expire_at = n.expire_at`;
    // A delivery of a step that has another place now is the last one's no more, as far as anybody knows.
    await sql`
      update deliveries d set position = n.position, is_last = false
      from unnest(${changed.map(({ id }) => id)}::uuid[], ${changed.map(({ expireAt }) => expireAt)}::text[]::timestamptz[],
        ${changed.map(({ position }) => position)}::smallint[]) as n (job_id, expire_at, position),
        jobs j
      where j.id = n.job_id and j.expire_at = n.expire_at and d.run_id = j.run_id and d.expire_at = j.expire_at
        and d.job_id = j.id and d.state = 'open' and d.position <> n.position`;
  }
  if (added.length > 0) {
    await sql`
      insert into jobs (id, organization_id, environment_id, run_id, step_id, position, type, status, finished_at, created_at,
        expire_at)
      select n.id, n.organization_id, n.environment_id, n.run_id, n.step_id, n.position, n.type, n.status,
        case when n.status = 'canceled' then ${at}::timestamptz end, ${at}, n.expire_at
      from unnest(${added.map(({ id }) => id)}::uuid[], ${added.map(({ run }) => run.organizationId)}::uuid[],
        ${added.map(({ run }) => run.environmentId)}::uuid[], ${added.map(({ run }) => run.id)}::uuid[],
        ${added.map(({ stepId }) => stepId)}::uuid[], ${added.map(({ position }) => position)}::smallint[],
        ${added.map(({ type }) => type)}::text[], ${added.map(({ status }) => status)}::text[],
        ${added.map(({ expireAt }) => expireAt)}::text[]::timestamptz[])
        as n (id, organization_id, environment_id, run_id, step_id, position, type, status, expire_at)`;
  }
  const noted = [
    ...resumed.flatMap(({ run, plan }) =>
      plan.again.map((jobId) => ({ run, jobId, detail: DETAILS.stepResumed, status: "Pending" })),
    ),
    ...added.flatMap(({ run, id: jobId, status }) =>
      status === "canceled" ? [{ run, jobId, detail: DETAILS.stepAddedLate, status: "Success" }] : [],
    ),
  ];
  const raw = storableJson({ resumptionId, version, ...(integration && { integration: integration.name }) });
  await sql`
    insert into execution_details (organization_id, environment_id, run_id, job_id, detail, source, status, is_retry, raw,
      created_at, expire_at)
    select n.organization_id, n.environment_id, n.run_id, n.job_id, n.detail, 'Internal', n.status, n.is_retry, ${raw}, ${at},
      n.expire_at
    from unnest(${noted.map(({ run }) => run.organizationId)}::uuid[], ${noted.map(({ run }) => run.environmentId)}::uuid[],
      ${noted.map(({ run }) => run.id)}::uuid[], ${noted.map(({ jobId }) => jobId)}::uuid[],
      ${noted.map(({ detail }) => detail)}::text[], ${noted.map(({ status }) => status)}::text[],
      ${noted.map(({ jobId }) => (again.has(jobId) ? "t" : "f"))}::text[]::boolean[],
      ${noted.map(({ run }) => run.expireAt.toISOString())}::text[]::timestamptz[])
      as n (organization_id, environment_id, run_id, job_id, detail, status, is_retry, expire_at)`;
}

/** A digest that a run has passed stays passed, although the run may stand before it now: its window has been sent. */
async function storePassedDigests(sql: TransactionSql, resumed: readonly ResumedRun[]): Promise<void> {
  const passed = resumed.flatMap(({ run, plan }) => plan.passedDigests.map((stepId) => ({ runId: run.id, stepId })));
  if (passed.length === 0) return;
  await sql`
    update digest_members m set position = -1
    from unnest(${passed.map(({ runId }) => runId)}::uuid[], ${passed.map(({ stepId }) => stepId)}::uuid[]) as p (run_id, step_id)
    where m.run_id = p.run_id and m.step_id = p.step_id`;
}

/** A request that failed for good is sent again by the step that is executed again. */
async function clearFailedRequests(sql: TransactionSql, resumed: readonly ResumedRun[]): Promise<void> {
  const runIds = resumed.map(({ run }) => run.id);
  await sql`delete from http_requests where run_id = any(${runIds}::uuid[]) and state = 'ended' and result ? 'error'`;
}

/** Brings the counters of the cohorts up to date, and makes them due. */
async function countJobs(sql: TransactionSql, resumed: readonly ResumedRun[], at: string): Promise<string[]> {
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
      select * from unnest(${changes.map(({ cohortId }) => cohortId)}::uuid[], ${changes.map(({ status }) => status)}::text[],
        ${changes.map(({ by }) => by)}::int[], ${changes.map(({ versionId }) => versionId)}::uuid[])
        as n (cohort_id, status, by, version_id)
    )
    update cohorts c set ${counters}, due_at = ${at}, stop_reason = null, versions = array(
        select distinct v from unnest(c.versions || array(select n.version_id from changed n where n.cohort_id = c.id)) as v
        where v <> e.workflow_version_id order by v)
    from events e
    where c.id = any(${cohortIds}::uuid[]) and e.id = c.event_id`;
  return cohortIds;
}
