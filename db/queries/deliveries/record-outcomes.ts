import type { DetailText } from "#contract/constants/details.ts";
import type { ExecutionStatus } from "#contract/constants/statuses.ts";
import type { Database } from "../../client.ts";
import { storableJson, storableText } from "../../storable.ts";
import type { LeasedDelivery } from "./lease-deliveries.ts";

/** The outcome of one send. */
export interface DeliveryOutcome {
  delivery: LeasedDelivery;
  /** `open`: it is tried again at `dueAt`. */
  state: "sent" | "failed" | "open";
  dueAt: Date | null;
  /** The provider's own id of the message. */
  identifier?: string | undefined;
  errorId?: string | undefined;
  errorText?: string | undefined;
  detail: { text: DetailText; status: ExecutionStatus; isRetry: boolean; raw: unknown };
}

/**
 * Stores outcomes, of any events together, in one statement. Only the holder of a lease can record. A job with one
 * delivery that was sent is completed, and its run moves on or ends; in every other case the run becomes due, and its step
 * concludes the job. Returns the ids of the deliveries that were recorded.
 */
export async function recordOutcomes(
  db: Database,
  outcomes: readonly DeliveryOutcome[],
  at: Date,
): Promise<Set<string>> {
  const now = at.toISOString();
  const of = <T>(value: (outcome: DeliveryOutcome) => T): T[] => outcomes.map(value);
  const text = (value: string | undefined) => (value === undefined ? null : storableText(value));
  const rows = await db.$hot<{ id: string }[]>`
    with outcome as (
      select * from unnest(${of(({ delivery }) => delivery.id)}::uuid[],
        ${of(({ delivery }) => delivery.expireAt.toISOString())}::text[]::timestamptz[],
        ${of(({ delivery }) => delivery.owner)}::uuid[], ${of(({ state }) => state)}::text[],
        ${of(({ dueAt }) => dueAt?.toISOString() ?? null)}::text[]::timestamptz[],
        ${of(({ identifier }) => text(identifier))}::text[], ${of(({ errorId }) => errorId ?? null)}::text[],
        ${of(({ errorText }) => text(errorText))}::text[], ${of(({ detail }) => detail.text)}::text[],
        ${of(({ detail }) => detail.status)}::text[], ${of(({ detail }) => (detail.isRetry ? "t" : "f"))}::text[]::boolean[],
        ${of(({ detail }) => storableJson(detail.raw ?? null))}::text[])
        as o (id, expire_at, owner, state, due_at, identifier, error_id, error_text, detail, detail_status, is_retry, raw)
    ), recorded as (
      update deliveries d set state = o.state, attempt = d.attempt + 1, due_at = o.due_at, lease_owner = null,
        request = case when o.state = 'sent' then null else d.request end,
        error = case when o.state = 'sent' then null
          else jsonb_build_object('message', o.detail, 'errorText', o.error_text) end
      from outcome o
      -- A delivery that was stopped with its execution, while it was on its way, is recorded too.
      where d.id = o.id and d.expire_at = o.expire_at and d.lease_owner = o.owner and d.state in ('open', 'stopped')
      returning d.*, o.state as outcome, o.identifier, o.error_id, o.error_text, o.detail, o.detail_status, o.is_retry, o.raw
    ), noted_messages as (
      update messages m set identifier = coalesce(r.identifier, m.identifier),
        status = case when r.outcome = 'failed' then 'error' else m.status end,
        error_id = case when r.outcome = 'failed' then r.error_id else m.error_id end,
        error_text = case when r.outcome = 'failed' then r.error_text else m.error_text end, updated_at = ${now}
      from recorded r
      where m.id = r.message_id and m.expire_at = r.message_expire_at and r.outcome <> 'open'
    ), latest as (
      -- A resume may have opened deliveries of several steps of a run: the last of them is where it can stand.
      select distinct on (run_id) run_id, expire_at, position, outcome, is_only, is_last from recorded
      where outcome <> 'open' order by run_id, position desc
    ), moved_runs as (
      -- A delivery that was resumed after its run went on leaves the run where it stands.
      update runs set revision = runs.revision + 1,
        position = case when r.outcome = 'sent' and r.is_only and runs.position = r.position then runs.position + 1
          else runs.position end,
        due_at = case when runs.stop_reason is not null then null when runs.position <> r.position then runs.due_at
          when r.outcome = 'sent' and r.is_only and r.is_last then null else ${now}::timestamptz end
      from latest r
      where runs.id = r.run_id and runs.expire_at = r.expire_at
      returning runs.id, runs.position, runs.stop_reason
    ), ended_jobs as (
      update jobs j set status = case when r.outcome = 'sent' then 'completed' else 'failed' end,
        error = case when r.outcome = 'failed' then jsonb_build_object('message', r.detail) end, finished_at = ${now}
      from recorded r join moved_runs m on m.id = r.run_id
      -- What failed at the step where the run stands is concluded by the step, unless the run has ended.
      where j.id = r.job_id and j.expire_at = r.expire_at and j.status = 'running' and r.is_only and r.outcome <> 'open'
        and (r.outcome = 'sent' or m.position > r.position or m.stop_reason is not null)
      returning j.id, j.status
    ), new_details as (
      insert into execution_details (organization_id, environment_id, run_id, job_id, message_id, provider_id, detail, source,
        status, is_retry, raw, created_at, expire_at)
      select organization_id, environment_id, run_id, job_id, message_id, provider_id, detail, 'Internal', detail_status,
        is_retry, nullif(raw, 'null'), ${now}, expire_at
      from recorded
    ), counted as (
      update cohorts c set running = c.running - done.jobs, completed = c.completed + done.completed,
        failed = c.failed + done.jobs - done.completed,
        due_at = case when c.cursor is null
            and c.pending + c.queued + c.running + c.delayed + c.merged - done.jobs = 0 then null else c.due_at end
      from (
        select r.cohort_id, count(*)::int as jobs, count(*) filter (where j.status = 'completed')::int as completed
        from recorded r join ended_jobs j on j.id = r.job_id
        group by r.cohort_id) as done
      where c.id = done.cohort_id
    )
    select id from recorded`;
  return new Set(rows.map(({ id }) => id));
}
