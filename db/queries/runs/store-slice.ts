import type { Fragment } from "postgres";
import type { Channel, StepType } from "#contract/constants/channels.ts";
import type { DetailText } from "#contract/constants/details.ts";
import type {
  Completion,
  ExecutionSource,
  ExecutionStatus,
  JobStatus,
  MessageStatus,
  StopReason,
  SubscriberSource,
} from "#contract/constants/statuses.ts";
import type { MessageActor, MessageCta } from "#contract/messages.ts";
import type { EmailBlock } from "#contract/templates.ts";
import type { Failover } from "#domain/failover.ts";
import type { StepOutput } from "#domain/step-output.ts";
import { storableJson, storableText } from "../../storable.ts";
import type { HotTransaction } from "../../transaction.ts";
import type { CohortRow } from "../cohorts/find-cohort.ts";
import type { EventRow } from "../events/insert-event.ts";
import { awaitedWorkflow } from "../waits/event-waits.ts";
import type { JobError } from "./read-slice.ts";

/** The hot pool, or a transaction on it. */
interface HotPool {
  $hot: HotTransaction;
}

/** A run as a slice leaves it. */
export interface RunWrite {
  id: string;
  subscriberId: string;
  source: SubscriberSource;
  /** Null for a run that is new. */
  revision: number | null;
  position: number;
  dueAt: Date | null;
  /** Why the run ended before its last step. */
  stopReason: StopReason | null;
  /** The run whose digest took this one in. */
  digestedRunId: string | null;
  /** The pause that the run waits for. */
  heldBy: string | null;
}

export interface JobWrite {
  id: string;
  runId: string;
  stepId: string;
  position: number;
  type: StepType;
  /** Null for a job that is new. */
  from: JobStatus | null;
  status: JobStatus;
  /** Whether the step's turn came, and whether its own work began. */
  queued: boolean;
  started: boolean;
  providerId?: string | undefined;
  error?: JobError | undefined;
  dueAt?: Date | undefined;
  /** The result of the step, for later ones. */
  output?: StepOutput | undefined;
}

export interface MessageWrite {
  id: string;
  runId: string;
  jobId: string;
  stepId: string;
  subscriberId: string;
  channel: Channel;
  expireAt: Date;
  providerId?: string | undefined;
  actorId?: string | undefined;
  subject?: string | undefined;
  title?: string | undefined;
  content?: string | undefined;
  blocks?: readonly EmailBlock[] | undefined;
  cta?: MessageCta | undefined;
  actor?: MessageActor | undefined;
  data?: Record<string, unknown> | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  deviceTokens?: readonly string[] | undefined;
  status: MessageStatus;
  errorId?: string | undefined;
  errorText?: string | undefined;
  validUntil?: Date | undefined;
}

export interface DeliveryWrite {
  id: string;
  runId: string;
  jobId: string;
  messageId: string;
  messageExpireAt: Date;
  position: number;
  channel: Channel;
  integrationId: string;
  providerId: string;
  /** The message as the provider's adapter takes it, as JSON. */
  request: string;
  failover: Failover | null;
  leaseOwner: string | null;
  dueAt: Date;
  completion: Completion;
  validUntil?: Date | undefined;
  isOnly: boolean;
  isLast: boolean;
}

export interface DetailWrite {
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

export interface SliceWrite {
  runs: readonly RunWrite[];
  jobs: readonly JobWrite[];
  messages: readonly MessageWrite[];
  deliveries: readonly DeliveryWrite[];
  details: readonly DetailWrite[];
}

export interface StoreOptions {
  event: EventRow;
  cohort: CohortRow;
  write: SliceWrite;
  /** Whether the event was cancelled when the slice was read; if that has changed since, nothing is stored. */
  canceled: boolean;
  /** Start of the next slice of the audience; absent when this slice took no new members. */
  cursor?: { from: string | null; to: string | null } | undefined;
  /** When the cohort is due next, should this slice store it first and take in all of its audience. */
  dueAt: Date | null;
  /** Whether runs may be waiting for events of this workflow: those of the new runs' subscribers are then made due. */
  isAwaited?: boolean | undefined;
  templateIdentifier: string;
  tags: readonly string[];
  now: Date;
}

/** Ids of the runs that were claimed: the others had been moved on by somebody else, and nothing of them is stored. */
export interface StoredSlice {
  claimed: Set<string>;
  /** Whether the cohort was not known before. */
  isFirst: boolean;
  /** False when the event was cancelled, or no longer is, since the slice was read. */
  isStored: boolean;
  /** Cohorts of other events, of which runs waited for these new ones: their executions have to look. */
  wokenCohortIds: string[];
}

/**
 * Stores the outcomes of a slice in one statement: each row once, in its last state. A run is claimed by being inserted,
 * or by still having the revision that it was read with; everything else of a run is written only with its claim, so that
 * a slice that is processed twice is stored once. The event's row is locked against a cancel.
 */
export async function storeSlice(db: HotPool, options: StoreOptions): Promise<StoredSlice> {
  const { event, cohort, write, canceled, cursor, dueAt } = options;
  const sql = db.$hot;
  const now = options.now.toISOString();
  const expireAt = event.expireAt.toISOString();
  const { organizationId, environmentId } = event;
  const fresh = write.runs.filter(({ revision }) => revision === null);
  // In the order of their ids, in which a resume locks them, so that the two wait for each other instead of deadlocking.
  const moved = write.runs.filter(({ revision }) => revision !== null).sort((a, b) => (a.id < b.id ? -1 : 1));
  const newJobs = write.jobs.filter(({ from }) => from === null);
  const movedJobs = write.jobs.filter(({ from }) => from !== null);
  const isAwaiting = options.isAwaited === true && fresh.length > 0;
  const none = sql`select null::uuid as id where false`;
  const noChange = sql`select null::text as status, 0 as change where false`;
  // Where the audience goes on after this slice, for a cohort that it stores first: it is due until everybody is a run.
  const place = cursor === undefined ? cohort.cursor : cursor.to;
  const firstDueAt = place === null ? iso(dueAt) : now;

  const newRuns = sql`
    insert into runs (id, organization_id, environment_id, event_id, cohort_id, workflow_id, workflow_version_id,
      subscriber_id, transaction_id, source, position, due_at, stop_reason, digested_run_id, created_at, expire_at)
    select r.id, ${organizationId}, ${environmentId}, ${event.id}, ${cohort.id}, ${event.workflowId},
      ${event.workflowVersionId}, r.subscriber_id, ${event.transactionId}, r.source, r.position, r.due_at, r.stop_reason,
      r.digested_run_id, ${now}, ${expireAt}
    from event, unnest(${fresh.map(({ id }) => id)}::uuid[], ${fresh.map((run) => run.subscriberId)}::uuid[],
      ${fresh.map(({ source }) => source)}::text[], ${fresh.map(({ position }) => position)}::smallint[],
      ${fresh.map((run) => iso(run.dueAt))}::text[]::timestamptz[], ${fresh.map(({ stopReason }) => stopReason)}::text[],
      ${fresh.map(({ digestedRunId }) => digestedRunId)}::uuid[])
      as r (id, subscriber_id, source, position, due_at, stop_reason, digested_run_id)
    on conflict do nothing
    returning id`;
  // Rows that are changed get their `expire_at` by a join, as their ids: on a condition of its own, a plan that was made
  // while the partition was empty reads all of it (docs/decisions/012-plans-for-all-values.md).
  const movedRuns = sql`
    update runs set position = r.position, due_at = r.due_at, stop_reason = r.stop_reason,
      digested_run_id = r.digested_run_id, revision = runs.revision + 1
    from (
      select r.*, ${expireAt}::timestamptz as expire_at
      from event, unnest(${moved.map(({ id }) => id)}::uuid[], ${moved.map(({ revision }) => revision)}::int[],
        ${moved.map(({ position }) => position)}::smallint[], ${moved.map((run) => iso(run.dueAt))}::text[]::timestamptz[],
        ${moved.map(({ stopReason }) => stopReason)}::text[], ${moved.map(({ digestedRunId }) => digestedRunId)}::uuid[])
        as r (id, revision, position, due_at, stop_reason, digested_run_id)
      offset 0) as r
    where runs.id = r.id and runs.expire_at = r.expire_at and runs.revision = r.revision
    returning runs.id`;
  const insertedJobs = sql`
    insert into jobs (id, organization_id, environment_id, run_id, step_id, position, type, status, provider_id, error,
      output, due_at, queued_at, started_at, finished_at, created_at, expire_at)
    select j.id, ${organizationId}, ${environmentId}, j.run_id, j.step_id, j.position, j.type, j.status, j.provider_id,
      j.error::jsonb, j.output::jsonb, j.due_at, case when j.queued then ${now}::timestamptz end,
      case when j.started then ${now}::timestamptz end, case when ${isFinal(db)} then ${now}::timestamptz end,
      ${now}, ${expireAt}
    from claimed join unnest(${newJobs.map(({ id }) => id)}::uuid[], ${newJobs.map(({ runId }) => runId)}::uuid[],
      ${newJobs.map(({ stepId }) => stepId)}::uuid[], ${newJobs.map(({ position }) => position)}::smallint[],
      ${newJobs.map(({ type }) => type)}::text[], ${newJobs.map(({ status }) => status)}::text[],
      ${newJobs.map((job) => job.providerId ?? null)}::text[], ${newJobs.map((job) => json(job.error))}::text[],
      ${newJobs.map((job) => json(job.output))}::text[],
      ${newJobs.map((job) => iso(job.dueAt))}::text[]::timestamptz[], ${newJobs.map(({ queued }) => flag(queued))}::text[]::boolean[],
      ${newJobs.map(({ started }) => flag(started))}::text[]::boolean[])
      as j (id, run_id, step_id, position, type, status, provider_id, error, output, due_at, queued, started)
      on j.run_id = claimed.id
    on conflict do nothing
    returning status, 1 as change`;
  const changedJobs = sql`
    update jobs set status = j.status, provider_id = coalesce(j.provider_id, jobs.provider_id), error = j.error::jsonb,
      output = coalesce(j.output::jsonb, jobs.output), due_at = coalesce(j.due_at, jobs.due_at),
      queued_at = case when j.queued then coalesce(jobs.queued_at, ${now}) else jobs.queued_at end,
      started_at = case when j.started then coalesce(jobs.started_at, ${now}) else jobs.started_at end,
      finished_at = case when ${isFinal(db)} then ${now}::timestamptz end
    from (
      select j.*, ${expireAt}::timestamptz as expire_at
      from claimed join unnest(${movedJobs.map(({ id }) => id)}::uuid[], ${movedJobs.map(({ runId }) => runId)}::uuid[],
        ${movedJobs.map(({ from }) => from)}::text[], ${movedJobs.map(({ status }) => status)}::text[],
        ${movedJobs.map((job) => job.providerId ?? null)}::text[], ${movedJobs.map((job) => json(job.error))}::text[],
        ${movedJobs.map((job) => json(job.output))}::text[],
        ${movedJobs.map((job) => iso(job.dueAt))}::text[]::timestamptz[],
        ${movedJobs.map(({ queued }) => flag(queued))}::text[]::boolean[],
        ${movedJobs.map(({ started }) => flag(started))}::text[]::boolean[])
        as j (id, run_id, "from", status, provider_id, error, output, due_at, queued, started) on j.run_id = claimed.id
      offset 0) as j
    where jobs.id = j.id and jobs.expire_at = j.expire_at
    returning j."from", j.status`;
  // Parts without rows are left out: an insert into a partitioned table costs something also when it inserts nothing.
  const [stored] = await sql<{ claimed: string[]; isFirst: boolean | null; woken: string[] }[]>`
    with event as (
      select id from events where id = ${event.id} and (canceled_at is not null) = ${canceled} for share
    ),
    new_runs as (${fresh.length > 0 ? newRuns : none}),
    moved_runs as (${moved.length > 0 ? movedRuns : none}),
    claimed as (select id from new_runs union all select id from moved_runs),
    new_jobs as (${newJobs.length > 0 ? insertedJobs : noChange}),
    moved_jobs as (${movedJobs.length > 0 ? changedJobs : sql`select null::text as "from", null::text as status where false`}),
    ${write.runs.some(({ heldBy }) => heldBy !== null) ? heldPart(db, options) : sql``}
    ${write.messages.length > 0 ? messagesPart(db, options, now) : sql``}
    ${write.deliveries.length > 0 ? deliveriesPart(db, options, now) : sql``}
    ${write.details.length > 0 ? detailsPart(db, options, now) : sql``}
    ${isAwaiting ? wakePart(db, options, fresh, now) : sql``}
    change as (
      select status, change from new_jobs
      union all select status, 1 from moved_jobs union all select "from", -1 from moved_jobs
    ), sums as (
      select ${sumOf(db, "pending")}, ${sumOf(db, "queued")}, ${sumOf(db, "running")}, ${sumOf(db, "completed")},
        ${sumOf(db, "failed")}, ${sumOf(db, "delayed")}, ${sumOf(db, "canceled")}, ${sumOf(db, "merged")},
        ${sumOf(db, "skipped")}, (select count(*)::int from new_runs) as runs
      from change
    ), counted as (
      insert into cohorts (id, organization_id, environment_id, event_id, number, execution_id, recipients_from,
        recipients_to, ids_after, ids_up_to, cursor, due_at, runs, pending, queued, running, completed, failed, delayed,
        canceled, merged, skipped, created_at, expire_at)
      select ${cohort.id}, ${organizationId}, ${environmentId}, ${event.id}, ${cohort.number}, ${cohort.executionId},
        ${cohort.recipientsFrom}, ${cohort.recipientsTo}, ${cohort.ids?.after ?? null}::uuid,
        ${cohort.ids?.upTo ?? null}::uuid, ${place}, ${firstDueAt}::timestamptz, s.runs, s.pending, s.queued,
        s.running, s.completed, s.failed, s.delayed, s.canceled, s.merged, s.skipped, ${now}, ${expireAt}
      from event, sums s
      on conflict (id) do update set
        cursor = case when ${cursor !== undefined} and cohorts.cursor is not distinct from ${cursor?.from ?? null}
          then ${cursor?.to ?? null} else cohorts.cursor end,
        -- The execution has ended, and somebody goes on: the reconciler has to stop this, too.
        due_at = case when cohorts.stop_reason is not null then ${now}::timestamptz else cohorts.due_at end,
        runs = cohorts.runs + excluded.runs, pending = cohorts.pending + excluded.pending,
        queued = cohorts.queued + excluded.queued, running = cohorts.running + excluded.running,
        completed = cohorts.completed + excluded.completed, failed = cohorts.failed + excluded.failed,
        delayed = cohorts.delayed + excluded.delayed, canceled = cohorts.canceled + excluded.canceled,
        merged = cohorts.merged + excluded.merged, skipped = cohorts.skipped + excluded.skipped
      returning (xmax = 0) as is_first
    )
    select array(select id from claimed) as claimed, (select is_first from counted) as "isFirst",
      ${isAwaiting ? sql`array(select id from woken_cohorts)` : sql`'{}'::uuid[]`} as woken`;
  const isFirst = stored?.isFirst ?? null;
  return {
    claimed: new Set(stored?.claimed),
    isFirst: isFirst === true,
    isStored: isFirst !== null,
    wokenCohortIds: stored?.woken ?? [],
  };
}

const iso = (date: Date | null | undefined): string | null => date?.toISOString() ?? null;

const json = (value: unknown): string | null => (value === undefined || value === null ? null : storableJson(value));

const text = (value: string | undefined): string | null => (value === undefined ? null : storableText(value));

/** The driver takes a list of booleans for a single one. */
const flag = (value: boolean): string => (value ? "t" : "f");

const isFinal = (db: HotPool): Fragment =>
  db.$hot`j.status in ('completed', 'failed', 'canceled', 'skipped', 'merged')`;

const sumOf = (db: HotPool, status: JobStatus): Fragment =>
  db.$hot`coalesce(sum(change) filter (where status = ${status}), 0)::int as ${db.$hot(status)}`;

function heldPart(db: HotPool, { event, cohort, write }: StoreOptions): Fragment {
  const held = write.runs.filter(({ heldBy }) => heldBy !== null);
  return db.$hot`new_held as (
    insert into held_runs (pause_id, run_id, cohort_id, expire_at)
    select h.pause_id, claimed.id, ${cohort.id}, ${event.expireAt.toISOString()}
    from claimed join unnest(${held.map(({ id }) => id)}::uuid[], ${held.map(({ heldBy }) => heldBy)}::uuid[])
      as h (id, pause_id) on h.id = claimed.id
    on conflict do nothing
  ),`;
}

function messagesPart(db: HotPool, { event, write, templateIdentifier, tags }: StoreOptions, now: string): Fragment {
  const { messages } = write;
  const sql = db.$hot;
  return sql`new_messages as (
    insert into messages (id, organization_id, environment_id, run_id, job_id, workflow_id, step_id, subscriber_id, actor_id,
      event_id, transaction_id, template_identifier, channel, provider_id, subject, title, content, blocks, cta, actor, data, email,
      phone, device_tokens, tags, status, error_id, error_text, valid_until, created_at, updated_at, expire_at)
    select m.id, ${event.organizationId}, ${event.environmentId}, m.run_id, m.job_id, ${event.workflowId}, m.step_id,
      m.subscriber_id, m.actor_id, ${event.id}, ${event.transactionId}, ${templateIdentifier}, m.channel, m.provider_id,
      m.subject, m.title, m.content, m.blocks::jsonb, m.cta::jsonb, m.actor::jsonb, m.data::jsonb, m.email, m.phone,
      m.device_tokens::jsonb, ${[...tags]}::text[], m.status, m.error_id, m.error_text, m.valid_until,
      -- Messages of one moment keep the order of their steps.
      ${now}::timestamptz + m.place * interval '1 microsecond', ${now}::timestamptz, m.expire_at
    from claimed join unnest(${messages.map(({ id }) => id)}::uuid[], ${messages.map(({ runId }) => runId)}::uuid[],
      ${messages.map(({ jobId }) => jobId)}::uuid[], ${messages.map(({ stepId }) => stepId)}::uuid[],
      ${messages.map(({ subscriberId }) => subscriberId)}::uuid[], ${messages.map((m) => m.actorId ?? null)}::uuid[],
      ${messages.map(({ channel }) => channel)}::text[], ${messages.map((m) => m.providerId ?? null)}::text[],
      ${messages.map(({ subject }) => text(subject))}::text[], ${messages.map(({ title }) => text(title))}::text[],
      ${messages.map(({ content }) => text(content))}::text[],
      ${messages.map(({ blocks }) => json(blocks))}::text[], ${messages.map(({ cta }) => json(cta))}::text[],
      ${messages.map(({ actor }) => json(actor))}::text[], ${messages.map(({ data }) => json(data))}::text[],
      ${messages.map(({ email }) => text(email))}::text[],
      ${messages.map(({ phone }) => text(phone))}::text[], ${messages.map((m) => json(m.deviceTokens))}::text[],
      ${messages.map(({ status }) => status)}::text[],
      ${messages.map((m) => m.errorId ?? null)}::text[], ${messages.map(({ errorText }) => text(errorText))}::text[],
      ${messages.map((m) => iso(m.validUntil))}::text[]::timestamptz[],
      ${messages.map((m) => iso(m.expireAt))}::text[]::timestamptz[], ${messages.map((_, index) => index)}::int[])
      as m (id, run_id, job_id, step_id, subscriber_id, actor_id, channel, provider_id, subject, title, content, blocks,
        cta, actor, data, email, phone, device_tokens, status, error_id, error_text, valid_until, expire_at, place) on m.run_id = claimed.id
    -- A step that is executed again, because its run was resumed, replaces the message that said why it had failed.
    on conflict (id, expire_at) do update set provider_id = excluded.provider_id, actor_id = excluded.actor_id,
      subject = excluded.subject, title = excluded.title, content = excluded.content, blocks = excluded.blocks,
      cta = excluded.cta, actor = excluded.actor, data = excluded.data, email = excluded.email, phone = excluded.phone,
      device_tokens = excluded.device_tokens, status = excluded.status,
      error_id = excluded.error_id, error_text = excluded.error_text, valid_until = excluded.valid_until, created_at = excluded.created_at,
      updated_at = excluded.updated_at
  ),`;
}

function deliveriesPart(db: HotPool, { event, cohort, write }: StoreOptions, now: string): Fragment {
  const { deliveries } = write;
  const sql = db.$hot;
  return sql`new_deliveries as (
    insert into deliveries (id, organization_id, environment_id, event_id, cohort_id, run_id, job_id, message_id,
      message_expire_at, position, channel, integration_id, provider_id, state, lease_owner, due_at, request, bytes, failover,
      completion, valid_until, is_only, is_last, created_at, expire_at)
    select d.id, ${event.organizationId}, ${event.environmentId}, ${event.id}, ${cohort.id}, d.run_id, d.job_id, d.message_id,
      d.message_expire_at, d.position, d.channel, d.integration_id, d.provider_id, 'open', d.lease_owner, d.due_at, d.request::jsonb,
      d.bytes, d.failover::jsonb, d.completion, d.valid_until, d.is_only, d.is_last, ${now}, ${event.expireAt.toISOString()}
    from claimed join unnest(${deliveries.map(({ id }) => id)}::uuid[], ${deliveries.map(({ runId }) => runId)}::uuid[],
      ${deliveries.map(({ jobId }) => jobId)}::uuid[], ${deliveries.map(({ messageId }) => messageId)}::uuid[],
      ${deliveries.map((d) => iso(d.messageExpireAt))}::text[]::timestamptz[],
      ${deliveries.map(({ position }) => position)}::smallint[], ${deliveries.map(({ channel }) => channel)}::text[],
      ${deliveries.map((d) => d.integrationId)}::uuid[], ${deliveries.map(({ providerId }) => providerId)}::text[],
      ${deliveries.map(({ leaseOwner }) => leaseOwner)}::uuid[], ${deliveries.map((d) => iso(d.dueAt))}::text[]::timestamptz[],
      ${deliveries.map(({ request }) => request)}::text[], ${deliveries.map((d) => Buffer.byteLength(d.request))}::int[],
      ${deliveries.map((d) => json(d.failover))}::text[],
      ${deliveries.map(({ completion }) => completion)}::text[],
      ${deliveries.map((d) => iso(d.validUntil))}::text[]::timestamptz[],
      ${deliveries.map(({ isOnly }) => flag(isOnly))}::text[]::boolean[], ${deliveries.map(({ isLast }) => flag(isLast))}::text[]::boolean[])
      as d (id, run_id, job_id, message_id, message_expire_at, position, channel, integration_id, provider_id, lease_owner, due_at,
        request, bytes, failover, completion, valid_until, is_only, is_last) on d.run_id = claimed.id
    on conflict do nothing
  ),`;
}

function detailsPart(db: HotPool, { event, write }: StoreOptions, now: string): Fragment {
  const { details } = write;
  const sql = db.$hot;
  return sql`new_details as (
    insert into execution_details (organization_id, environment_id, run_id, job_id, message_id, provider_id, detail, source,
      status, is_retry, raw, created_at, expire_at)
    select ${event.organizationId}, ${event.environmentId}, d.run_id, d.job_id, d.message_id, d.provider_id, d.detail, d.source,
      -- Details of one moment keep their order.
      d.status, d.is_retry, d.raw, ${now}::timestamptz + d.place * interval '1 microsecond', ${event.expireAt.toISOString()}
    from claimed join unnest(${details.map(({ runId }) => runId)}::uuid[], ${details.map(({ jobId }) => jobId)}::uuid[],
      ${details.map((d) => d.messageId ?? null)}::uuid[], ${details.map((d) => d.providerId ?? null)}::text[],
      ${details.map(({ detail }) => detail)}::text[], ${details.map((d) => d.source ?? "Internal")}::text[],
      ${details.map(({ status }) => status)}::text[], ${details.map((d) => flag(d.isRetry ?? false))}::text[]::boolean[],
      ${details.map(({ raw }) => json(raw))}::text[], ${details.map((_, index) => index)}::int[])
      as d (run_id, job_id, message_id, provider_id, detail, source, status, is_retry, raw, place) on d.run_id = claimed.id
  ),`;
}

/**
 * Makes runs due that wait for events of this workflow, of the new runs' subscribers; whether the event is the awaited one is
 * for their own step to see. A run that is about to be sent to sleep loses its claim by the revision, and looks again.
 */
function wakePart(
  db: HotPool,
  { event, templateIdentifier }: StoreOptions,
  fresh: readonly RunWrite[],
  now: string,
): Fragment {
  const sql = db.$hot;
  return sql`woken_runs as (
    update runs r set due_at = least(r.due_at, ${now}), revision = r.revision + 1
    from (
      select w.run_id, w.expire_at, w.position
      from new_runs join unnest(${fresh.map(({ id }) => id)}::uuid[], ${fresh.map((run) => run.subscriberId)}::uuid[])
        as f (id, subscriber_id) on f.id = new_runs.id
      cross join lateral (
        select * from event_waits
        where subscriber_id = f.subscriber_id and awaited = ${awaitedWorkflow(templateIdentifier)} offset 0) as w
      where w.environment_id = ${event.environmentId} and w.due_at > ${now}
      order by w.run_id) as w
    where r.id = w.run_id and r.expire_at = w.expire_at and r.position = w.position and r.stop_reason is null
    returning r.cohort_id
  ), woken_cohorts as (
    update cohorts c set due_at = least(c.due_at, ${now})
    from (select distinct cohort_id as id from woken_runs order by 1) as w where c.id = w.id
    returning c.id
  ),`;
}
