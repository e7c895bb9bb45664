import type { Row } from "postgres";
import type { Database } from "#db/client.ts";
import { messageIdOf } from "#db/derived-ids.ts";
import type { Scope } from "#db/scope.ts";

/*
 * Everything that is stored about one subscriber, in portions. Rows go out as they are, without the owner and without what only the
 * engine needs; secrets are in none of them.
 */

const PERSON_ROWS_TOGETHER = 500;

/** Kinds of rows that are found by the subscriber at once. */
export async function personRows(db: Database, { environmentId }: Scope, id: string) {
  const sql = db.$client;
  const [topics, preferences, signals, digests, pauses] = await Promise.all([
    sql`
      select t.key, t.name, m.created_at as "since", m.identifier, m.name as "subscriptionName", m.context_keys as "contextKeys",
        m.preferences
      from topic_subscribers m join topics t on t.id = m.topic_id
      where m.subscriber_id = ${id} order by t.key, m.created_at, m.id`,
    sql`
      select w.identifier as workflow, p.enabled, p.channels, p.context_keys as "contextKeys", p.updated_at as "updatedAt"
      from preferences p left join workflows w on w.id = p.workflow_id
      where p.environment_id = ${environmentId} and p.subscriber_id = ${id} order by w.identifier nulls first`,
    sql`
      select name, payload, created_at as "createdAt" from signals
      where environment_id = ${environmentId} and subscriber_id = ${id} order by created_at limit 10000`,
    sql`
      select opened_at as "openedAt", closes_at as "closesAt", closed_at as "closedAt", digest_value as "digestValue"
      from digest_windows where subscriber_id = ${id} and closed_at is null order by opened_at`,
    sql`
      select reason, state, created_at as "createdAt", resolved_at as "resolvedAt" from pauses
      where environment_id = ${environmentId} and subscriber_id = ${id} order by created_at`,
  ]);
  return { topics, preferences, signals, digests, pauses };
}

/**
 * Runs of a subscriber, oldest first, each with its event's payload, its steps, their history, its sends and its messages. What the event says
 * about other recipients is left out.
 */
export async function* personRuns(db: Database, { environmentId }: Scope, id: string): AsyncGenerator<Row[]> {
  const sql = db.$client;
  let after: { at: string; id: string } | undefined;
  for (;;) {
    const rows: Row[] = await sql`
      select r.id as "_id", r.transaction_id as "transactionId", w.identifier as workflow, r.created_at as "createdAt",
        r.stop_reason as "stopReason", c.payload, c.overrides,
        (select s from jsonb_array_elements(c.recipients -> 'subscribers') s
          where s ->> 'subscriberId' = (select subscriber_id from subscribers where id = ${id}) limit 1) as recipient,
        (select coalesce(jsonb_agg(jsonb_build_object('_id', j.id, 'type', j.type, 'status', j.status, 'output', j.output,
            'error', j.error, 'finishedAt', j.finished_at) order by j.position), '[]')
          from jobs j where j.run_id = r.id and j.expire_at = r.expire_at) as jobs,
        (select coalesce(jsonb_agg(jsonb_build_object('detail', d.detail, 'status', d.status, 'raw', d.raw,
            'createdAt', d.created_at) order by d.created_at), '[]')
          from execution_details d where d.run_id = r.id and d.expire_at = r.expire_at) as "executionDetails",
        (select coalesce(jsonb_agg(jsonb_build_object('messageId', d.message_id, 'channel', d.channel, 'provider', d.provider_id,
            'state', d.state, 'request', d.request) order by d.created_at), '[]')
          from deliveries d where d.run_id = r.id and d.expire_at = r.expire_at) as deliveries,
        r.created_at::text as place
      from runs r left join workflows w on w.id = r.workflow_id left join event_contents c on c.event_id = r.event_id
      where r.environment_id = ${environmentId} and r.subscriber_id = ${id}
        ${after ? sql`and (r.created_at, r.id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
      order by r.created_at, r.id limit ${PERSON_ROWS_TOGETHER}`;
    if (rows.length > 0) yield withMessages(rows, await messagesOf(db, rows));
    const last = rows.at(-1);
    if (!last || rows.length < PERSON_ROWS_TOGETHER) return;
    after = { at: last.place, id: last._id };
  }
}

/** Destinations of one job that are looked for. One that has more has a delivery for each. */
const DESTINATIONS = 16;

/** Messages have no index by subscriber over all channels; their ids follow from the jobs that sent them. */
function messagesOf(db: Database, runs: readonly Row[]): Promise<Row[]> {
  const ids = runs.flatMap(({ jobs }: Row) =>
    jobs.flatMap(({ _id, type }: { _id: string; type: string }) =>
      Array.from({ length: type === "push" || type === "chat" ? DESTINATIONS : 1 }, (_, n) => messageIdOf(_id, n)),
    ),
  );
  const sql = db.$client;
  return sql`select run_id as "runId", ${messageColumns(db)} from messages where id = any(${ids}::uuid[]) order by created_at`;
}

function withMessages(runs: readonly Row[], messages: readonly Row[]): Row[] {
  const byRun = new Map<string, Row[]>();
  for (const { runId, ...message } of messages) byRun.set(runId, [...(byRun.get(runId) ?? []), message]);
  return runs.map(({ place: _place, ...run }) => ({ ...run, messages: byRun.get(run._id) ?? [] }));
}

const messageColumns = (db: Database) => db.$client`
  id as "_id", transaction_id as "transactionId", template_identifier as workflow, channel, provider_id as "providerId", status,
  subject, title, content, content_format as "contentFormat", blocks, cta, data, email, phone,
  coalesce(jsonb_array_length(device_tokens), 0) as devices, tags, seen, read, archived, severity, first_seen_at as "firstSeenAt", last_read_at as "lastReadAt", snoozed_until as "snoozedUntil",
  error_text as "errorText", deleted_at as "deletedAt", created_at as "createdAt"`;

/** Messages of the inbox whose runs are no longer stored, in the order of its feed. */
export async function* personOlderMessages(db: Database, _scope: Scope, id: string): AsyncGenerator<Row[]> {
  const sql = db.$client;
  let after: { at: string; id: string } | undefined;
  for (;;) {
    const rows: Row[] = await sql`
      select * from (
        select coalesce(returned_at, created_at)::text as place, run_id as "runId", ${messageColumns(db)} from messages
        where subscriber_id = ${id} and channel = 'in_app' and deleted_at is null and status = 'sent'
          ${after ? sql`and (coalesce(returned_at, created_at), id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
        order by coalesce(returned_at, created_at), id limit ${PERSON_ROWS_TOGETHER}) as m`;
    const stored = new Set(
      (await sql`select id from runs where id = any(${rows.map(({ runId }) => runId)}::uuid[])`).map((run) => run.id),
    );
    const older = rows.filter(({ runId }) => !stored.has(runId));
    if (older.length > 0) yield older.map(({ place: _place, runId: _runId, ...message }) => message);
    const last = rows.at(-1);
    if (!last || rows.length < PERSON_ROWS_TOGETHER) return;
    after = { at: last.place, id: last._id };
  }
}

/** Replies of a subscriber to its emails that have not been passed on, of which there are few at any time. */
export async function personReplies(db: Database, { environmentId }: Scope, id: string): Promise<Row[]> {
  return db.$client`
    select r.mail, r.created_at as "createdAt" from inbound_mails r
    where r.due_at is not null and r.environment_id = ${environmentId}
      and exists (
        select from messages m
        where m.id = r.message_id and m.expire_at = r.message_expire_at and m.subscriber_id = ${id})
    order by r.created_at limit 1000`;
}
