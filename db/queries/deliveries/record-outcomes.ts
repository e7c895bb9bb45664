import { DETAILS, LEFT_OUT_DETAILS } from "#contract/constants/details.ts";
import type { Database } from "../../client.ts";
import type { Scope } from "../../scope.ts";
import { columnsOf, rowsOf } from "../../sql/rows.ts";
import { storableJson } from "../../storable.ts";
import { type HotTransaction, inHotTransaction } from "../../transaction.ts";
import { queuesPart } from "../lanes/lane-queues.ts";
import type { Lane } from "../lanes/lease-from-lane.ts";
import { sentRunsPart } from "../runs/run-webhooks.ts";
import { messageData, WEBHOOK_TEXT_MAX, webhooksPart } from "../webhooks/store-webhooks.ts";
import type { DeliveryOutcome } from "./delivery-outcome.ts";
import { judgeDevices, type RefusedIntegration, suspicionOf } from "./judge-devices.ts";
import { isHeld } from "./lease-deliveries.ts";
import { removeDeviceTokens } from "./remove-device-tokens.ts";

/** A cohort with runs that go on. `isThrough`: nothing of it is being sent any more. */
export interface WokenCohort {
  id: string;
  executionId: string;
  isThrough: boolean;
}

export interface RecordedOutcomes {
  recorded: Set<string>;
  /** Environments of which endpoints are to be sent something. */
  webhooks: Scope[];
  /** Lanes in which something has, or waits for, another turn. */
  lanes: Lane[];
  refusedIntegrations: RefusedIntegration[];
  /** Cohorts that have work again, or have come to their end, and the executions that own them. */
  cohorts: WokenCohort[];
}

/**
 * Stores outcomes, of any events together. Only the holder of a lease can record. A job whose last delivery this is, and
 * whose deliveries were sent as far as it needs them to be, is completed, and its run moves on or ends; another job whose
 * last delivery this is makes its run due, and its step concludes it. Events for
 * webhook endpoints are stored with the outcomes that they report.
 *
 * One statement stores outcomes of jobs that have no other delivery. Others take a transaction, which locks their runs
 * first: of two that record the last two deliveries of a job, the second has to see the first.
 */
export async function recordOutcomes(
  db: Database,
  outcomes: readonly DeliveryOutcome[],
  at: Date,
): Promise<RecordedOutcomes> {
  const hasSeveral = outcomes.some(({ delivery }) => !delivery.isOnly);
  const hasUnknown = outcomes.some(({ unknownDevice, suspectDevice }) => unknownDevice ?? suspectDevice);
  if (!hasSeveral && !hasUnknown) return storeOutcomes(db.$hot, outcomes, at, hasSeveral);
  return inHotTransaction(db, async (transaction) => {
    await lockRuns(transaction, outcomes);
    const stored = await storeOutcomes(transaction, outcomes, at, hasSeveral);
    const recorded = outcomes.filter(({ delivery }) => stored.recorded.has(delivery.id));
    const devices = recorded.flatMap(({ delivery, unknownDevice: deviceToken, refusedAt }) =>
      deviceToken === undefined ? [] : [{ delivery, deviceToken, refusedAt }],
    );
    const { suspects, refusedIntegrations } = await judgeDevices(transaction, recorded);
    if (devices.length + suspects.length > 0) await removeDeviceTokens(transaction, [...devices, ...suspects], at);
    return { ...stored, refusedIntegrations };
  });
}

const RUNS = columnsOf<DeliveryOutcome>(
  "o",
  {},
  { runId: ["uuid", ({ delivery }) => delivery.runId], expireAt: ["timestamptz", ({ delivery }) => delivery.expireAt] },
);

/** In the order of their ids, so that two transactions wait for each other instead of deadlocking. */
async function lockRuns(sql: HotTransaction, outcomes: readonly DeliveryOutcome[]): Promise<void> {
  await sql`
    select r.id
    from ${rowsOf(sql, RUNS, outcomes)}
    join runs r on r.id = o.run_id and r.expire_at = o.expire_at
    order by o.run_id for update of r`;
}

const OUTCOMES = columnsOf<DeliveryOutcome>(
  "o",
  {
    state: "text",
    dueAt: "timestamptz",
    identifier: "storable",
    errorId: "text",
    errorText: "storable",
    failover: "json",
  },
  {
    id: ["uuid", ({ delivery }) => delivery.id],
    expireAt: ["timestamptz", ({ delivery }) => delivery.expireAt],
    owner: ["uuid", ({ delivery }) => delivery.owner],
    detail: ["text", ({ detail }) => detail.text],
    detailStatus: ["text", ({ detail }) => detail.status],
    isRetry: ["boolean", ({ detail }) => detail.isRetry],
    raw: ["text", ({ detail }) => storableJson(detail.raw ?? null)],
    attempt: ["smallint", ({ delivery, attempt }) => attempt ?? delivery.attempt + 1],
    triedProvider: ["text", ({ delivery }) => delivery.providerId],
    integrationId: ["uuid", ({ next }) => next?.integrationId],
    providerId: ["text", ({ next }) => next?.providerId],
    request: ["json", ({ next }) => next?.request],
    isBound: ["boolean", ({ isBound = false }) => isBound],
    receipt: ["json", ({ receipt }) => receipt?.awaited],
    receiptDueAt: ["timestamptz", ({ receipt }) => receipt?.dueAt],
    suspicion: ["text", suspicionOf],
  },
);

/** `hasSeveral`: some of the jobs have other deliveries, too. Their runs are locked. */
async function storeOutcomes(
  sql: HotTransaction,
  outcomes: readonly DeliveryOutcome[],
  at: Date,
  hasSeveral: boolean,
): Promise<RecordedOutcomes> {
  const now = at.toISOString();
  const leftOut = [...LEFT_OUT_DETAILS];
  const judged = hasSeveral
    ? sql`
      jobs_after as (
        select d.job_id, bool_or(coalesce(r.outcome, d.state) = 'open') as is_open,
          bool_or(coalesce(r.outcome, d.state) = 'sent') as is_any_sent,
          bool_and(coalesce(r.outcome, d.state) = 'sent') as is_all_sent,
          bool_and(coalesce(r.outcome, d.state) = 'sent'
            or case when r.id is null then d.error else r.error end ->> 'message' = any(${leftOut}::text[])) as is_left_out
        from (select distinct run_id, job_id, expire_at from recorded) as j
        join deliveries d on d.run_id = j.run_id and d.expire_at = j.expire_at and d.job_id = j.job_id
        left join recorded r on r.id = d.id
        group by d.job_id
      ), judged as (
        select r.*, a.is_open, not a.is_open and case r.completion when 'all_sent' then a.is_all_sent
          when 'any_sent' then a.is_any_sent else false end as is_completed, a.is_left_out and not a.is_all_sent as is_skipped
        from recorded r join jobs_after a on a.job_id = r.job_id
      )`
    : sql`judged as (
        select *, outcome = 'open' as is_open, outcome = 'sent' as is_completed,
          outcome = 'failed' and detail = any(${leftOut}::text[]) as is_skipped
        from recorded)`;
  // Of the devices that one message was for, any that failed shows in it.
  const perMessage = hasSeveral
    ? sql`(select distinct on (message_id) * from recorded where outcome <> 'open'
        order by message_id, outcome = 'failed' desc)`
    : sql`recorded`;
  const reported = sql`
    select m.environment_id, case m.outcome when 'sent' then 'message.sent' else 'message.failed' end as type,
      ${messageData(sql)} || jsonb_build_object('deliveryId', m.delivery_id)
        || case m.outcome when 'sent' then jsonb_build_object('identifier', left(m.identifier, ${WEBHOOK_TEXT_MAX}))
          else jsonb_build_object('error', m.detail, 'errorText', left(m.error_text, ${WEBHOOK_TEXT_MAX})) end as data
    from noted_messages m`;
  const isAgain = outcomes.some(({ state }) => state === "open");
  const queued = isAgain
    ? queuesPart(
        sql,
        sql`select integration_id, channel, cohort_id, min(due_at) as due_at from recorded where outcome = 'open' group by 1, 2, 3`,
        now,
      )
    : sql`queued as (select organization_id, environment_id, integration_id, channel from recorded limit 0)`;
  const rows = await sql<RecordedRow[]>`
    with outcome as (
      select * from ${rowsOf(sql, OUTCOMES, outcomes)}
    ), recorded as (
      update deliveries d set state = o.state, attempt = o.attempt, due_at = o.due_at, lease_owner = null,
        first_leased_at = case when o.integration_id <> d.integration_id then null else d.first_leased_at end,
        integration_id = coalesce(o.integration_id, d.integration_id), provider_id = coalesce(o.provider_id, d.provider_id),
        request = case when o.state = 'sent' then null else coalesce(o.request::jsonb, d.request) end,
        failover = case when o.state = 'sent' then null else coalesce(o.failover::jsonb, d.failover) end,
        is_bound = d.is_bound or o.is_bound,
        receipt = o.receipt::jsonb, receipt_due_at = o.receipt_due_at,
        error = case when o.state = 'sent' then null
          else jsonb_build_object('message', o.detail, 'errorText', o.error_text) || coalesce(o.suspicion::jsonb, '{}') end
      from outcome o
      where ${isHeld(sql, "o")}
      returning d.*, o.state as outcome, o.identifier, o.error_id, o.error_text, o.detail, o.detail_status, o.is_retry, o.raw,
        o.tried_provider
    ), noted_messages as (
      update messages m set identifier = coalesce(r.identifier, m.identifier), provider_id = r.tried_provider,
        status = case when r.outcome <> 'failed' then m.status when r.error_id is null then 'warning' else 'error' end,
        error_id = case when r.outcome = 'failed' then r.error_id else m.error_id end,
        error_text = case when r.outcome = 'failed' then r.error_text else m.error_text end, updated_at = ${now}
      from ${perMessage} r
      where m.id = r.message_id and m.expire_at = r.message_expire_at and r.outcome <> 'open'
      returning m.id, m.environment_id, m.subscriber_id, m.transaction_id, m.template_identifier, m.channel, m.provider_id,
        m.identifier, m.error_text, r.outcome, r.detail, r.id as delivery_id
    ), ${webhooksPart(sql, reported, now)}, ${judged}, latest as (
      -- A resume may have opened deliveries of several steps of a run: the last of them is where it can stand.
      select distinct on (run_id) run_id, job_id, expire_at, cohort_id, position, is_open, is_completed, is_skipped, is_last from judged
      where outcome <> 'open' order by run_id, position desc
    ), moved_runs as (
      -- A delivery that was resumed after its run went on leaves the run where it stands.
      update runs set revision = runs.revision + 1,
        position = case when r.is_completed and runs.position = r.position then runs.position + 1
          else runs.position end,
        due_at = case when runs.stop_reason is not null then null
          when runs.position <> r.position or r.is_open then runs.due_at
          when r.is_completed and r.is_last then null else ${now}::timestamptz end
      from latest r
      where runs.id = r.run_id and runs.expire_at = r.expire_at
      returning runs.id, runs.position, runs.stop_reason, runs.due_at, r.cohort_id, runs.environment_id, runs.expire_at,
        runs.transaction_id, runs.workflow_id, runs.subscriber_id, runs.resumed_by
    ), ${sentRunsPart(sql, now)}, ended_jobs as (
      update jobs j set status = case when r.is_completed then 'completed' when r.is_skipped then 'skipped' else 'failed' end,
        error = case when not r.is_completed and not r.is_skipped
          then jsonb_build_object('message', case when r.outcome = 'failed' then r.detail else ${DETAILS.providerError}::text end) end,
        finished_at = ${now}
      from judged r join moved_runs m on m.id = r.run_id
      -- What failed at the step where the run stands is concluded by the step, unless the run has ended.
      where j.id = r.job_id and j.expire_at = r.expire_at and j.status = 'running' and not r.is_open and r.outcome <> 'open'
        and (r.is_completed or m.position > r.position or m.stop_reason is not null)
      returning j.status, r.cohort_id
    ), new_details as (
      insert into execution_details (organization_id, environment_id, run_id, job_id, message_id, provider_id, detail, source,
        status, is_retry, raw, created_at, expire_at)
      select organization_id, environment_id, run_id, job_id, message_id, tried_provider, detail, 'Internal', detail_status,
        is_retry, nullif(raw, 'null'), ${now}, expire_at
      from recorded
    ), counted as (
      update cohorts c set running = c.running - done.jobs, completed = c.completed + done.completed,
        skipped = c.skipped + done.skipped, failed = c.failed + done.jobs - done.completed - done.skipped,
        due_at = case when done.is_due and c.stop_reason is null then least(c.due_at, ${now}::timestamptz) when c.cursor is null and c.pending + c.queued + c.running + c.delayed - done.jobs = 0 then null else c.due_at end
      from (
        select cohort_id, sum(jobs)::int as jobs, sum(completed)::int as completed, sum(skipped)::int as skipped, bool_or(is_due) as is_due from (
          select cohort_id, 1 as jobs, (status = 'completed')::int as completed, (status = 'skipped')::int as skipped,
            false as is_due from ended_jobs
          union all select cohort_id, 0, 0, 0, true from moved_runs where due_at <= ${now}) as one
        group by cohort_id) as done
      where c.id = done.cohort_id
      returning c.id, c.execution_id, c.running = 0 as is_through, done.is_due or c.due_at is null as is_woken
    ), ${queued}
    select id, organization_id as "organizationId", environment_id as "environmentId", null::jsonb as lane, null::jsonb as cohort,
      exists (select from new_webhooks w where w.environment_id = recorded.environment_id)
        or exists (select from run_webhooks w where w.environment_id = recorded.environment_id) as "hasWebhooks"
    from recorded
    union all
    select null, organization_id, environment_id, jsonb_build_object('integrationId', integration_id, 'channel', channel), null, false
    from queued
    union all
    select null, null, null, null, jsonb_build_object('id', id, 'executionId', execution_id, 'isThrough', is_through), false
    from counted where is_woken`;
  const webhooks = new Map<string, Scope>();
  const stored: RecordedOutcomes = {
    recorded: new Set(),
    webhooks: [],
    lanes: [],
    cohorts: [],
    refusedIntegrations: [],
  };
  for (const { id, hasWebhooks, organizationId, environmentId, lane, cohort } of rows) {
    if (id !== null) stored.recorded.add(id);
    if (hasWebhooks) webhooks.set(environmentId, { organizationId, environmentId });
    if (lane) stored.lanes.push({ organizationId, environmentId, ...lane });
    if (cohort) stored.cohorts.push(cohort);
  }
  return { ...stored, webhooks: [...webhooks.values()] };
}

interface RecordedRow {
  id: string | null;
  organizationId: string;
  environmentId: string;
  hasWebhooks: boolean;
  lane: Pick<Lane, "integrationId" | "channel"> | null;
  cohort: WokenCohort | null;
}
