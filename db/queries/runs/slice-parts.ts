import type { Fragment } from "postgres";
import { columnsOf, insertOf, rowsOf } from "../../sql/rows.ts";
import type { HotTransaction } from "../../transaction.ts";
import { awaitedWorkflow } from "../waits/event-waits.ts";
import { messageData, WEBHOOK_TEXT_MAX, webhooksPart } from "../webhooks/store-webhooks.ts";
import type { DeliveryWrite, DetailWrite, MessageWrite, RunWrite, StoreOptions } from "./slice-write.ts";

// Parts of the one statement that stores a slice (`store-slice.ts`): each depends on the runs that `claimed` names.

export const iso = (date: Date | null | undefined): string | null => date?.toISOString() ?? null;

const HELD = columnsOf<RunWrite>("h", { id: "uuid" }, { pauseId: ["uuid", ({ heldBy }) => heldBy] });

export function heldPart(sql: HotTransaction, { event, cohort, write }: StoreOptions): Fragment {
  const held = write.runs.filter(({ heldBy }) => heldBy !== null);
  return sql`new_held as (
    insert into held_runs (pause_id, run_id, cohort_id, expire_at)
    select h.pause_id, claimed.id, ${cohort.id}, ${event.expireAt.toISOString()}
    from claimed join ${rowsOf(sql, HELD, held)} on h.id = claimed.id
    on conflict do nothing
  ),`;
}

const MESSAGES = columnsOf<MessageWrite>(
  "m",
  {
    id: "uuid",
    runId: "uuid",
    jobId: "uuid",
    stepId: "uuid",
    subscriberId: "uuid",
    actorId: "uuid",
    feedId: "uuid",
    channel: "text",
    providerId: "text",
    subject: "storable",
    title: "storable",
    content: "storable",
    blocks: "jsonb",
    cta: "jsonb",
    actor: "jsonb",
    data: "jsonb",
    email: "storable",
    phone: "storable",
    deviceTokens: "jsonb",
    status: "text",
    errorId: "text",
    errorText: "storable",
    validUntil: "timestamptz",
    expireAt: "timestamptz",
  },
  { contentFormat: ["text", ({ contentFormat = "html" }) => contentFormat], place: ["int", (_, place) => place] },
);

export function messagesPart(
  sql: HotTransaction,
  { event, write, templateIdentifier, tags, severity }: StoreOptions,
  now: string,
): Fragment {
  const others = {
    organizationId: event.organizationId,
    environmentId: event.environmentId,
    workflowId: event.workflowId,
    eventId: event.id,
    transactionId: event.transactionId,
    templateIdentifier,
    tags: sql`${[...tags]}::text[]`,
    contextKeys: sql`${event.contextKeys && [...event.contextKeys]}::text[]`,
    severity,
    // Messages of one moment keep the order of their steps.
    createdAt: sql`${now}::timestamptz + m.place * interval '1 microsecond'`,
    updatedAt: sql`${now}::timestamptz`,
  };
  return sql`new_messages as (
    ${insertOf(sql, "messages", MESSAGES, others, ["place"])}
    from claimed join ${rowsOf(sql, MESSAGES, write.messages)} on m.run_id = claimed.id
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

const DELIVERIES = columnsOf<DeliveryWrite>(
  "d",
  {
    id: "uuid",
    runId: "uuid",
    jobId: "uuid",
    messageId: "uuid",
    messageExpireAt: "timestamptz",
    position: "smallint",
    channel: "text",
    integrationId: "uuid",
    providerId: "text",
    leaseOwner: "uuid",
    dueAt: "timestamptz",
    failover: "jsonb",
    completion: "text",
    validUntil: "timestamptz",
    isOnly: "boolean",
    isLast: "boolean",
  },
  {
    // The request is JSON already.
    requestText: ["text", ({ request }) => request],
    bytes: ["int", ({ request }) => Buffer.byteLength(request)],
  },
);

export function deliveriesPart(sql: HotTransaction, { event, cohort, write }: StoreOptions, now: string): Fragment {
  const others = {
    organizationId: event.organizationId,
    environmentId: event.environmentId,
    eventId: event.id,
    cohortId: cohort.id,
    state: "open",
    request: sql`d.request_text::jsonb`,
    firstLeasedAt: sql`case when d.lease_owner is not null then ${now}::timestamptz end`,
    createdAt: now,
    expireAt: event.expireAt.toISOString(),
  };
  return sql`new_deliveries as (
    ${insertOf(sql, "deliveries", DELIVERIES, others, ["request_text"])}
    from claimed join ${rowsOf(sql, DELIVERIES, write.deliveries)} on d.run_id = claimed.id
    on conflict do nothing
  ),`;
}

const DETAILS = columnsOf<DetailWrite>(
  "d",
  {
    runId: "uuid",
    jobId: "uuid",
    messageId: "uuid",
    providerId: "text",
    detail: "text",
    status: "text",
    raw: "json",
  },
  {
    source: ["text", ({ source = "Internal" }) => source],
    isRetry: ["boolean", ({ isRetry = false }) => isRetry],
    place: ["int", (_, place) => place],
  },
);

export function detailsPart(sql: HotTransaction, { event, write }: StoreOptions, now: string): Fragment {
  const others = {
    organizationId: event.organizationId,
    environmentId: event.environmentId,
    // Details of one moment keep their order.
    createdAt: sql`${now}::timestamptz + d.place * interval '1 microsecond'`,
    expireAt: event.expireAt.toISOString(),
  };
  return sql`new_details as (
    ${insertOf(sql, "execution_details", DETAILS, others, ["place"])}
    from claimed join ${rowsOf(sql, DETAILS, write.details)} on d.run_id = claimed.id
  ),`;
}

const FRESH = columnsOf<RunWrite>("f", { id: "uuid", subscriberId: "uuid" });

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
      from new_runs join ${rowsOf(sql, FRESH, fresh)} on f.id = new_runs.id
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
