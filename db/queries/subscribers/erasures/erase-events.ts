import { sql } from "drizzle-orm";
import { jobIdOf, messageIdOf, runIdOf } from "#db/derived-ids.ts";
import type { ErasedPerson } from "#db/schema/accounts/erasures.ts";
import type { Scope } from "#db/scope.ts";
import type { Transaction } from "#db/transaction.ts";
import { erasedIdentifier, isErasedIdentifier } from "./erased-identifier.ts";

/** Destinations of one job that are looked for. One that has more has a delivery for each. */
const DESTINATIONS = 16;

/** Events of one look, the place after them, and how many rows something was removed from. */
export interface ErasedEvents {
  rows: number;
  /** Null after the last event. */
  cursor: string | null;
}

/**
 * Removes what the next `limit` events of the environment hold about a person: the content of messages, requests, histories and
 * results of its runs; of the event itself everything when nobody else was to receive it, else what names the person. Rows are found
 * by their derived ids, because messages outlive runs and no index leads from a subscriber to all of them. Rows stay for statistics.
 */
export async function eraseEvents(
  transaction: Transaction,
  { environmentId }: Scope,
  person: ErasedPerson,
  { after, limit }: { after: string | null; limit: number },
): Promise<ErasedEvents> {
  const events = await transaction.execute<{ id: string; versionId: string; transactionId: string }>(sql`
    select id, workflow_version_id as "versionId", transaction_id as "transactionId" from events
    where environment_id = ${environmentId} ${after === null ? sql`` : sql`and transaction_id > ${after}`}
    order by transaction_id limit ${limit}`);
  const last = events.at(-1);
  if (!last) return { rows: 0, cursor: null };
  const versions = sql.param([...new Set(events.map(({ versionId }) => versionId))]);
  const steps = await transaction.execute<{ versionId: string; stepId: string; type: string }>(sql`
    select version_id as "versionId", step_id as "stepId", type from workflow_steps where version_id = any(${versions}::uuid[])`);
  const stepsOf = new Map<string, typeof steps>();
  for (const step of steps) {
    const found = stepsOf.get(step.versionId);
    if (found) found.push(step);
    else stepsOf.set(step.versionId, [step] as unknown as typeof steps);
  }
  const own = events.flatMap(({ id, versionId }) =>
    person.ids.map((subscriberId) => ({ runId: runIdOf(id, subscriberId), versionId })),
  );
  const messageIds = own.flatMap(({ runId, versionId }) =>
    (stepsOf.get(versionId) ?? []).flatMap(({ stepId, type }) => {
      const jobId = jobIdOf(runId, stepId);
      const many =
        type === "push" || type === "chat"
          ? DESTINATIONS
          : type === "email" || type === "sms" || type === "in_app"
            ? 1
            : 0;
      return Array.from({ length: many }, (_, destination) => messageIdOf(jobId, destination));
    }),
  );
  const runIds = sql.param(own.map(({ runId }) => runId));
  const runs = await transaction.execute<{ id: string }>(sql`select id from runs where id = any(${runIds}::uuid[])`);
  let rows = 0;
  if (runs.length > 0)
    rows += await eraseRuns(
      transaction,
      runs.map(({ id }) => id),
    );
  rows += await eraseMessages(transaction, person, messageIds);
  rows += await eraseContents(
    transaction,
    person,
    events.map(({ id }) => id),
  );
  return { rows, cursor: events.length < limit ? null : last.transactionId };
}

async function eraseRuns(transaction: Transaction, runIds: readonly string[]): Promise<number> {
  const ids = sql.param([...runIds]);
  const [row] = await transaction.execute<{ rows: number }>(sql`
    with jobs_ as (
      update jobs set output = null, error = null where run_id = any(${ids}::uuid[]) and (output is not null or error is not null)
      returning 1
    ), details as (
      -- The text of what a vendor reported has the vendor's words in it, which may name the address.
      update execution_details set raw = null, webhook_status = null,
        detail = case when webhook_status is null then detail else '(' || webhook_status || ')' end
      where run_id = any(${ids}::uuid[]) and (raw is not null or webhook_status is not null) returning 1
    ), sent as (
      update deliveries set request = null, error = null, receipt = null, receipt_due_at = null
      where run_id = any(${ids}::uuid[]) and (request is not null or error is not null or receipt is not null) returning 1
    ), requests as (
      delete from http_requests where run_id = any(${ids}::uuid[]) returning 1
    ), waits as (
      delete from event_waits where run_id = any(${ids}::uuid[]) returning 1
    )
    select (select count(*) from jobs_)::int + (select count(*) from details)::int + (select count(*) from sent)::int
      + (select count(*) from requests)::int + (select count(*) from waits)::int as rows`);
  return row?.rows ?? 0;
}

async function eraseMessages(
  transaction: Transaction,
  { ids }: ErasedPerson,
  derived: readonly string[],
): Promise<number> {
  const erased = sql.raw(erasedIdentifier("identifier"));
  const isErased = sql.raw(isErasedIdentifier("identifier"));
  const [row] = await transaction.execute<{ rows: number }>(sql`
    with own as materialized (
      select id from messages where id = any(${sql.param([...derived])}::uuid[]) and subscriber_id = any(${sql.param(ids)}::uuid[])
    ), erased as (
      update messages set subject = null, title = null, content = null, blocks = null, cta = null, actor = null, data = null,
        email = null, phone = null, device_tokens = null, error_text = null,
        identifier = case when ${isErased} then identifier else ${erased} end
      where id in (select id from own) returning id
    ), outbox as (
      delete from outbox_messages where message_id in (select id from own) returning 1
    ), replies as (
      update inbound_mails set mail = null, bytes = 0, due_at = null where message_id in (select id from own) and mail is not null
      returning 1
    )
    select (select count(*) from erased)::int + (select count(*) from outbox)::int + (select count(*) from replies)::int as rows`);
  return row?.rows ?? 0;
}

/**
 * Names of recipients are places in a list that parts of the audience count by, so that the person's place stays. What stands there
 * is a recipient that cannot be written, should the event be about to be resolved.
 */
async function eraseContents(
  transaction: Transaction,
  { subscriberId, ids }: ErasedPerson,
  eventIds: readonly string[],
): Promise<number> {
  const runIds = eventIds.flatMap((eventId) => ids.map((id) => runIdOf(eventId, id)));
  const [row] = await transaction.execute<{ rows: number }>(sql`
    with named as materialized (
      select c.event_id,
        not exists (
          select from runs r where r.event_id = c.event_id and not r.subscriber_id = any(${sql.param(ids)}::uuid[]))
        and not exists (
          select from jsonb_array_elements(coalesce(c.recipients -> 'subscribers', '[]')) s
          where s ->> 'subscriberId' <> ${subscriberId})
        and coalesce(c.recipients -> 'topics', '[]') = '[]' as is_only
      from event_contents c
      where c.event_id = any(${sql.param([...eventIds])}::uuid[]) and (
        exists (select from runs r where r.event_id = c.event_id and r.id = any(${sql.param(runIds)}::uuid[]))
        or c.recipients @> ${JSON.stringify({ subscribers: [{ subscriberId }] })}::jsonb
        or c.recipients @> ${JSON.stringify({ exclusions: [{ subscriberIds: [subscriberId] }] })}::jsonb
        or c.actor ->> 'subscriberId' = ${subscriberId})
    ), erased as (
      update event_contents c set
        payload = case when n.is_only then '{}' else c.payload end,
        overrides = case when n.is_only then '{}' else c.overrides end,
        tenant = case when n.is_only then null else c.tenant end,
        contexts = case when n.is_only then null else c.contexts end,
        context_keys = case when n.is_only then null else c.context_keys end,
        bridge = case when n.is_only then null else c.bridge end,
        actor = case when n.is_only or c.actor ->> 'subscriberId' = ${subscriberId} then null else c.actor end,
        recipients = case when c.recipients is null then null else jsonb_set(jsonb_set(c.recipients, '{exclusions}', (
          select coalesce(jsonb_agg(jsonb_set(e, '{subscriberIds}', (e -> 'subscriberIds') - ${subscriberId}::text)), '[]')
          from jsonb_array_elements(c.recipients -> 'exclusions') e), false), '{subscribers}', (
          select coalesce(jsonb_agg(case when s ->> 'subscriberId' = ${subscriberId}
            then '{"subscriberId": "erased~", "email": "erased"}'::jsonb else s end order by number), '[]')
          from jsonb_array_elements(c.recipients -> 'subscribers') with ordinality as t (s, number))) end
      from named n where c.event_id = n.event_id returning c.event_id
    ), files as (
      delete from event_attachments where event_id in (select event_id from named where is_only) returning 1
    ), problems as (
      update events e set problems = (
        select coalesce(jsonb_agg(p), '[]') from jsonb_array_elements(e.problems) p
        where p ->> 'subject' is distinct from ${subscriberId})
      where e.id = any(${sql.param([...eventIds])}::uuid[]) and e.problems @> ${JSON.stringify([{ subject: subscriberId }])}::jsonb
      returning 1
    )
    select (select count(*) from erased)::int + (select count(*) from files)::int + (select count(*) from problems)::int as rows`);
  return row?.rows ?? 0;
}
