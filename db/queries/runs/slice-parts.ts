import type { Fragment } from "postgres";
import { storableJson, storableText } from "../../storable.ts";
import type { HotTransaction } from "../../transaction.ts";
import { awaitedWorkflow } from "../waits/event-waits.ts";
import { messageData, WEBHOOK_TEXT_MAX, webhooksPart } from "../webhooks/store-webhooks.ts";
import type { RunWrite, StoreOptions } from "./slice-write.ts";

// Parts of the one statement that stores a slice (`store-slice.ts`): each depends on the runs that `claimed` names.

export const iso = (date: Date | null | undefined): string | null => date?.toISOString() ?? null;

export const json = (value: unknown): string | null =>
  value === undefined || value === null ? null : storableJson(value);

const text = (value: string | undefined): string | null => (value === undefined ? null : storableText(value));

/** The driver takes a list of booleans for a single one. */
export const flag = (value: boolean): string => (value ? "t" : "f");

export function heldPart(sql: HotTransaction, { event, cohort, write }: StoreOptions): Fragment {
  const held = write.runs.filter(({ heldBy }) => heldBy !== null);
  return sql`new_held as (
    insert into held_runs (pause_id, run_id, cohort_id, expire_at)
    select h.pause_id, claimed.id, ${cohort.id}, ${event.expireAt.toISOString()}
    from claimed join unnest(${held.map(({ id }) => id)}::uuid[], ${held.map(({ heldBy }) => heldBy)}::uuid[])
      as h (id, pause_id) on h.id = claimed.id
    on conflict do nothing
  ),`;
}

export function messagesPart(
  sql: HotTransaction,
  { event, write, templateIdentifier, tags, severity }: StoreOptions,
  now: string,
): Fragment {
  const { messages } = write;
  return sql`new_messages as (
    insert into messages (id, organization_id, environment_id, run_id, job_id, workflow_id, step_id, subscriber_id, actor_id, feed_id,
      event_id, transaction_id, template_identifier, channel, provider_id, subject, title, content,
      content_format, blocks, cta, actor, data, email, phone, device_tokens, tags, context_keys, severity, status, error_id, error_text, valid_until, created_at, updated_at, expire_at)
    select m.id, ${event.organizationId}, ${event.environmentId}, m.run_id, m.job_id, ${event.workflowId}, m.step_id,
      m.subscriber_id, m.actor_id, m.feed_id, ${event.id}, ${event.transactionId}, ${templateIdentifier}, m.channel, m.provider_id,
      m.subject, m.title, m.content, m.content_format, m.blocks::jsonb, m.cta::jsonb, m.actor::jsonb, m.data::jsonb, m.email, m.phone,
      m.device_tokens::jsonb, ${[...tags]}::text[], ${event.contextKeys && [...event.contextKeys]}::text[], ${severity}, m.status, m.error_id, m.error_text, m.valid_until,
      -- Messages of one moment keep the order of their steps.
      ${now}::timestamptz + m.place * interval '1 microsecond', ${now}::timestamptz, m.expire_at
    from claimed join unnest(${messages.map(({ id }) => id)}::uuid[], ${messages.map(({ runId }) => runId)}::uuid[],
      ${messages.map(({ jobId }) => jobId)}::uuid[], ${messages.map(({ stepId }) => stepId)}::uuid[],
      ${messages.map(({ subscriberId }) => subscriberId)}::uuid[], ${messages.map((m) => m.actorId ?? null)}::uuid[],
      ${messages.map((m) => m.feedId ?? null)}::uuid[],
      ${messages.map(({ channel }) => channel)}::text[], ${messages.map((m) => m.providerId ?? null)}::text[],
      ${messages.map(({ subject }) => text(subject))}::text[], ${messages.map(({ title }) => text(title))}::text[],
      ${messages.map(({ content }) => text(content))}::text[],
      ${messages.map(({ contentFormat = "html" }) => contentFormat)}::text[],
      ${messages.map(({ blocks }) => json(blocks))}::text[], ${messages.map(({ cta }) => json(cta))}::text[],
      ${messages.map(({ actor }) => json(actor))}::text[], ${messages.map(({ data }) => json(data))}::text[],
      ${messages.map(({ email }) => text(email))}::text[],
      ${messages.map(({ phone }) => text(phone))}::text[], ${messages.map((m) => json(m.deviceTokens))}::text[],
      ${messages.map(({ status }) => status)}::text[],
      ${messages.map((m) => m.errorId ?? null)}::text[], ${messages.map(({ errorText }) => text(errorText))}::text[],
      ${messages.map((m) => iso(m.validUntil))}::text[]::timestamptz[],
      ${messages.map((m) => iso(m.expireAt))}::text[]::timestamptz[], ${messages.map((_, index) => index)}::int[])
      as m (id, run_id, job_id, step_id, subscriber_id, actor_id, feed_id, channel, provider_id, subject, title, content, content_format,
        blocks, cta, actor, data, email, phone, device_tokens, status, error_id, error_text, valid_until, expire_at, place) on m.run_id = claimed.id
    -- A step that is executed again, because its run was resumed, replaces the message that said why it had failed.
    on conflict (id, expire_at) do update set provider_id = excluded.provider_id, actor_id = excluded.actor_id,
      feed_id = excluded.feed_id,
      subject = excluded.subject, title = excluded.title, content = excluded.content,
      content_format = excluded.content_format, blocks = excluded.blocks,
      cta = excluded.cta, actor = excluded.actor, data = excluded.data, email = excluded.email, phone = excluded.phone,
      device_tokens = excluded.device_tokens, status = excluded.status,
      error_id = excluded.error_id, error_text = excluded.error_text, valid_until = excluded.valid_until, created_at = excluded.created_at,
      updated_at = excluded.updated_at
    returning id, environment_id, subscriber_id, transaction_id, template_identifier, channel, provider_id, status, error_text
  ),`;
}

/** Events about messages that are in their inbox with the slice, or can never be sent; of the others the sends report. */
export function sliceWebhooksPart(sql: HotTransaction, now: string): Fragment {
  return sql`${webhooksPart(
    sql,
    sql`
      select m.environment_id, case m.status when 'sent' then 'message.sent' else 'message.failed' end as type,
        ${messageData(sql)} || case m.status when 'sent' then '{}'::jsonb
          else jsonb_build_object('errorText', left(m.error_text, ${WEBHOOK_TEXT_MAX})) end as data
      from new_messages m where m.channel = 'in_app' or m.status <> 'sent'`,
    now,
  )},`;
}

export function deliveriesPart(sql: HotTransaction, { event, cohort, write }: StoreOptions, now: string): Fragment {
  const { deliveries } = write;
  return sql`new_deliveries as (
    insert into deliveries (id, organization_id, environment_id, event_id, cohort_id, run_id, job_id, message_id,
      message_expire_at, position, channel, integration_id, provider_id, state, lease_owner, due_at, request, bytes, failover,
      completion, valid_until, is_only, is_last, first_leased_at, created_at, expire_at)
    select d.id, ${event.organizationId}, ${event.environmentId}, ${event.id}, ${cohort.id}, d.run_id, d.job_id, d.message_id,
      d.message_expire_at, d.position, d.channel, d.integration_id, d.provider_id, 'open', d.lease_owner, d.due_at, d.request::jsonb,
      d.bytes, d.failover::jsonb, d.completion, d.valid_until, d.is_only, d.is_last,
      case when d.lease_owner is not null then ${now}::timestamptz end, ${now}, ${event.expireAt.toISOString()}
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

export function detailsPart(sql: HotTransaction, { event, write }: StoreOptions, now: string): Fragment {
  const { details } = write;
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
export function wakePart(
  sql: HotTransaction,
  { event, templateIdentifier }: StoreOptions,
  fresh: readonly RunWrite[],
  now: string,
): Fragment {
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
