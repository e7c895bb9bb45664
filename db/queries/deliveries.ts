import type { Channel } from "#contract/constants/channels.ts";
import type { DetailText } from "#contract/constants/details.ts";
import type { ExecutionSource, ExecutionStatus, JobStatus, MessageStatus } from "#contract/constants/statuses.ts";
import type { MessageActor, MessageCta } from "#contract/messages.ts";
import type { EmailBlock } from "#contract/workflows.ts";
import type { Database } from "../client.ts";
import type { EventRow } from "./events.ts";

/** What becomes of one job. */
export interface JobOutcome {
  jobId: string;
  status: JobStatus;
  /** Whether the step's own work began, as opposed to being filtered before. */
  started: boolean;
  providerId?: string | undefined;
  error?: { message: string } | undefined;
  /** Until when a delay holds the job. */
  dueAt?: Date | undefined;
}

/** A message of one run; what all messages of the step share is in `Batch.step`. */
export interface NewMessage {
  id: string;
  runId: string;
  jobId: string;
  subscriberId: string;
  providerId?: string | undefined;
  actorId?: string | undefined;
  subject?: string | undefined;
  content?: string | EmailBlock[] | undefined;
  cta?: MessageCta | undefined;
  actor?: MessageActor | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  status: MessageStatus;
  errorId?: string | undefined;
  errorText?: string | undefined;
}

/** What a provider said about a message that was stored before. */
export interface SendOutcome {
  messageId: string;
  identifier?: string | undefined;
  status: MessageStatus;
  errorId?: string | undefined;
  errorText?: string | undefined;
}

export interface NewDetail {
  runId: string;
  jobId: string;
  detail: DetailText;
  status: ExecutionStatus;
  source?: ExecutionSource | undefined;
  messageId?: string | undefined;
  providerId?: string | undefined;
  isRetry?: boolean | undefined;
  /** Any JSON value; stored as text. */
  raw?: unknown;
}

export interface Batch {
  event: EventRow;
  /** What all messages share; needed only where there are any. */
  step?: { stepId: string; channel: Channel; templateIdentifier: string; tags: string[] };
  /** States from which the jobs are taken; a job in another state has been dealt with and nothing of it is written. */
  from: readonly JobStatus[];
  outcomes: readonly JobOutcome[];
  messages?: readonly NewMessage[] | undefined;
  sends?: readonly SendOutcome[] | undefined;
  details?: readonly NewDetail[] | undefined;
  messageExpireAt?: Date | undefined;
}

/**
 * Writes a step's outcome for a whole cohort in one statement: jobs move on, and with those that did, their messages and
 * details appear. Returns the ids of the jobs that were claimed; the rest had been dealt with before, so that a repeated
 * activity writes nothing twice.
 */
export async function recordBatch(db: Database, batch: Batch): Promise<Set<string>> {
  const { event, step, outcomes, messages = [], sends = [], details = [] } = batch;
  if (outcomes.length === 0) return new Set();
  const now = new Date().toISOString();
  const expireAt = event.expireAt.toISOString();
  const messageExpireAt = (batch.messageExpireAt ?? event.expireAt).toISOString();
  const sql = db.$client;
  // Parts without rows are left out: for an update of messages Postgres opens every partition, also to change none.
  const stored = sql`, stored as (
      insert into messages (id, organization_id, environment_id, run_id, job_id, workflow_id, step_id, subscriber_id,
        actor_id, transaction_id, template_identifier, channel, provider_id, subject, content, cta, actor, email, phone,
        payload, overrides, tags, status, error_id, error_text, created_at, updated_at, expire_at)
      select m.id, ${event.organizationId}, ${event.environmentId}, m."runId", m."jobId", ${event.workflowId}, ${step?.stepId ?? null},
        m."subscriberId", m."actorId", ${event.transactionId}, ${step?.templateIdentifier ?? null}, ${step?.channel ?? null}, m."providerId",
        m.subject, m.content, m.cta, m.actor, m.email, m.phone, ${JSON.stringify(event.payload)}::text::jsonb,
        ${JSON.stringify(event.overrides)}::text::jsonb, ${step?.tags ?? []}::text[], m.status, m."errorId", m."errorText",
        ${now}, ${now}, ${messageExpireAt}
      from json_to_recordset(${JSON.stringify(messages)}::text::json)
        as m (id uuid, "runId" uuid, "jobId" uuid, "subscriberId" uuid, "actorId" uuid, "providerId" text, subject text,
              content jsonb, cta jsonb, actor jsonb, email text, phone text, status text, "errorId" text, "errorText" text)
      join claimed on claimed.id = m."jobId"
      on conflict do nothing
    )`;
  const sent = sql`, sent as (
      update messages set identifier = s.identifier, status = s.status, error_id = s."errorId", error_text = s."errorText",
        updated_at = ${now}
      from json_to_recordset(${JSON.stringify(sends)}::text::json)
        as s ("messageId" uuid, identifier text, status text, "errorId" text, "errorText" text)
      where messages.id = s."messageId" and messages.id = any(${sends.map(({ messageId }) => messageId)}::uuid[])
        -- What is sent by a provider expires within a month: other partitions need not be looked into.
        and messages.expire_at between ${now} and ${now}::timestamptz + interval '32 days'
    )`;
  const noted = sql`, noted as (
      insert into execution_details (organization_id, environment_id, run_id, job_id, message_id, provider_id, detail, source,
        status, is_retry, raw, created_at, expire_at)
      select ${event.organizationId}, ${event.environmentId}, d."runId", d."jobId", d."messageId", d."providerId", d.detail,
        coalesce(d.source, 'Internal'), d.status, coalesce(d."isRetry", false), d.raw::text,
        -- Details of one moment keep their order.
        ${now}::timestamptz + (d.ordinality * interval '1 microsecond'), ${expireAt}
      from rows from (json_to_recordset(${JSON.stringify(details)}::text::json)
        as ("runId" uuid, "jobId" uuid, "messageId" uuid, "providerId" text, detail text, source text, status text,
            "isRetry" boolean, raw json)) with ordinality
        as d ("runId", "jobId", "messageId", "providerId", detail, source, status, "isRetry", raw, ordinality)
      join claimed on claimed.id = d."jobId"
    )`;
  const rows = await sql<{ id: string }[]>`
    with outcome as materialized (
      -- One object by job id instead of a list to join with: a join of two parameters is planned blindly, and a nested
      -- loop over a cohort is a million comparisons.
      select ${JSON.stringify(Object.fromEntries(outcomes.map((outcome) => [outcome.jobId, outcome])))}::text::jsonb as of_job
    ), claimed as (
      update jobs j set
        status = o.of_job -> j.id::text ->> 'status',
        provider_id = coalesce(o.of_job -> j.id::text ->> 'providerId', j.provider_id),
        error = o.of_job -> j.id::text -> 'error',
        due_at = coalesce((o.of_job -> j.id::text ->> 'dueAt')::timestamptz, j.due_at),
        queued_at = coalesce(j.queued_at, ${now}::timestamptz),
        started_at = case when (o.of_job -> j.id::text ->> 'started')::boolean
          then coalesce(j.started_at, ${now}::timestamptz) else j.started_at end,
        finished_at = case when o.of_job -> j.id::text ->> 'status' in ('completed', 'failed', 'canceled', 'skipped')
          then ${now}::timestamptz end
      from outcome o
      where j.id = any(${outcomes.map(({ jobId }) => jobId)}::uuid[]) and j.expire_at = ${expireAt}
        and j.status = any(${[...batch.from]})
      returning j.id
    )
    ${messages.length > 0 ? stored : sql``} ${sends.length > 0 ? sent : sql``} ${details.length > 0 ? noted : sql``}
    select id from claimed`;
  return new Set(rows.map(({ id }) => id));
}

/** States of the jobs that stand at one step, by run. */
export async function jobStates(
  db: Database,
  event: EventRow,
  jobIds: readonly string[],
): Promise<Map<string, { status: JobStatus; dueAt: Date | null }>> {
  const rows = await db.$client<{ run_id: string; status: JobStatus; due_at: string | null }[]>`
    select run_id, status, due_at from jobs
    where id = any(${[...jobIds]}::uuid[]) and expire_at = ${event.expireAt.toISOString()}`;
  return new Map(
    rows.map((row) => [row.run_id, { status: row.status, dueAt: row.due_at === null ? null : new Date(row.due_at) }]),
  );
}

/** Ends the runs after a failed step that says so: what has not begun never will, and each job says why. */
export async function stopRuns(
  db: Database,
  event: EventRow,
  runIds: readonly string[],
  detail: DetailText,
): Promise<void> {
  if (runIds.length === 0) return;
  const expireAt = event.expireAt.toISOString();
  await db.$client`
    with stopped as (
      update jobs set status = 'canceled', finished_at = clock_timestamp()
      where run_id = any(${[...runIds]}::uuid[]) and expire_at = ${expireAt} and status = 'pending'
      returning id, run_id
    )
    insert into execution_details (organization_id, environment_id, run_id, job_id, detail, source, status, expire_at)
    select ${event.organizationId}, ${event.environmentId}, run_id, id, ${detail}, 'Internal', 'Success', ${expireAt}
    from stopped`;
}

/**
 * Cancels what of an event still waits: engine.md 2.5. Jobs in a delay or digest become `canceled`, and with them whatever
 * of the event has not begun. Returns how many waiting jobs there were.
 */
export async function cancelWaitingJobs(db: Database, event: EventRow, detail: DetailText): Promise<number> {
  const expireAt = event.expireAt.toISOString();
  const [row] = await db.$client<{ waiting: number }[]>`
    with waiting as (
      update jobs j set status = 'canceled', finished_at = clock_timestamp()
      from runs r
      where r.event_id = ${event.id} and r.expire_at = ${expireAt} and j.run_id = r.id and j.expire_at = ${expireAt}
        and j.status in ('delayed', 'merged')
      returning j.id, j.run_id, j.type
    ), unbegun as (
      update jobs j set status = 'canceled', finished_at = clock_timestamp()
      from runs r
      where r.event_id = ${event.id} and r.expire_at = ${expireAt} and j.run_id = r.id and j.expire_at = ${expireAt}
        and j.status = 'pending' and exists (select 1 from waiting where type in ('delay', 'digest'))
      returning j.id, j.run_id
    ), noted as (
      insert into execution_details (organization_id, environment_id, run_id, job_id, detail, source, status, expire_at)
      select ${event.organizationId}, ${event.environmentId}, run_id, id, ${detail}, 'Internal', 'Success', ${expireAt}
      from (select id, run_id from waiting union all select id, run_id from unbegun) canceled
    )
    select count(*)::int as waiting from waiting`;
  return row?.waiting ?? 0;
}
