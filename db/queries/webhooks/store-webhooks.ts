import { sql as build, type SQL, type SQLWrapper } from "drizzle-orm";
import type { Fragment } from "postgres";
import { WEBHOOK_RETENTION_DAYS, type WebhookEventType } from "#contract/constants/webhooks.ts";
import type { Scope } from "../../scope.ts";
import { storableJson } from "../../storable.ts";
import { type HotTransaction, type RareTransaction, type Transaction, taggedOf } from "../../transaction.ts";

/** Longest text of a vendor in an event, in characters: an event carries ids, and says where its content can be read. */
export const WEBHOOK_TEXT_MAX = 500;

/** Milliseconds for which an event is kept. */
export const WEBHOOK_KEPT_MS = WEBHOOK_RETENTION_DAYS * 24 * 60 * 60 * 1000;

/** Stores rows `o` of `environment_id`, `type`, `data` and `at`, the moment of the event. */
const INSERTED = `
    insert into webhook_messages (organization_id, environment_id, endpoint_id, type, data, due_at, created_at, expire_at)
    select e.organization_id, e.environment_id, e.id, o.type, o.data, o.at, o.at,
      o.at + interval '${WEBHOOK_RETENTION_DAYS} days'`;
/** Once for each endpoint that takes the event. Where an environment has none, it is one look into an index, and `data` is not even made. */
const FOR_ENDPOINTS = `
    join webhook_endpoints e on e.environment_id = o.environment_id and e.deleted_at is null and e.active
      and (e.event_types is null or o.type = any(e.event_types))`;

/**
 * The part of a statement that stores events for the endpoints of their environments, under the name `new_webhooks`. `source` is a
 * select of `environment_id`, `type` and `data`.
 */
export const webhooksPart = (sql: HotTransaction, source: Fragment, now: string): Fragment =>
  sql`new_webhooks as (
    ${sql.unsafe(INSERTED)} from (select made.*, ${now}::timestamptz as at from (${source}) as made) as o
    ${sql.unsafe(FOR_ENDPOINTS)}
    returning organization_id, environment_id
  )`;

/** The same as a text without parameters, for statements of any builder. `source` is such a text. */
const webhooksOf = (source: string): string => `new_webhooks as (
    ${INSERTED} from (select made.*, statement_timestamp() as at from (${source}) as made) as o
    ${FOR_ENDPOINTS}
  )`;

/**
 * The part of a statement that stores what marks have changed. Its part `changed` has the id and expire_at of the messages, and its
 * snapshot has them as they were: seen, read, archived, snoozed or deleted by this statement.
 */
export const MARK_WEBHOOKS = webhooksOf(`
  select m.environment_id, t.type, ${messageDataText()} as data
  from changed c join messages m on m.id = c.id and m.expire_at = c.expire_at
  cross join lateral (values
    ('message.seen', c.seen and not m.seen), ('message.read', c.read and not m.read),
    ('message.archived', c.archived and not m.archived),
    ('message.snoozed', c.snoozed_until is not null and c.snoozed_until is distinct from m.snoozed_until),
    ('message.deleted', c.deleted_at is not null and m.deleted_at is null)) as t (type, holds)
  where t.holds`);

/**
 * A statement that changes messages and stores the events that follow from it. `update` returns what `MARK_WEBHOOKS` compares;
 * `selected` is what the statement returns of the changed ones.
 */
export const withMarkWebhooks = (update: SQLWrapper, selected: SQL): SQL =>
  // A builder in another statement gets parentheses of its own, which an update must not have.
  build`with changed as (${update.getSQL()}), ${build.raw(MARK_WEBHOOKS)} select ${selected} from changed`;

/** The part of a statement that stores the events of new subscribers, the rows of its part `stored`. */
export const NEW_SUBSCRIBER_WEBHOOKS = webhooksOf(`
  select s.environment_id, 'subscriber.created' as type, jsonb_build_object('subscriberId', s.subscriber_id) as data
  from stored s`);

/** The same of choices that subscribers have changed. Without a workflow, it is the choice for all. */
const PREFERENCE_WEBHOOKS = webhooksOf(`
  select s.environment_id, 'preference.updated' as type,
    jsonb_build_object('subscriberId', s.subscriber_id, 'workflow', s.workflow) as data
  from stored s`);

/** The `data` of an event about a message `m`, as an expression. Its subscriber is looked up for endpoints only. */
export const messageData = (sql: HotTransaction) => sql.unsafe(messageDataText());

function messageDataText(): string {
  return `jsonb_build_object('messageId', m.id, 'transactionId', m.transaction_id, 'workflow', m.template_identifier,
    'channel', m.channel, 'providerId', m.provider_id,
    'subscriberId', (select s.subscriber_id from subscribers s where s.id = m.subscriber_id))`;
}

export interface WebhookEvent {
  type: WebhookEventType;
  data: Record<string, unknown>;
}

/**
 * Stores events that a caller's change brings about, in its transaction. Endpoints are sent them within some seconds: by the pass that
 * looks for what is due.
 */
export const storeWebhooks = (
  transaction: Transaction,
  { environmentId }: Pick<Scope, "environmentId">,
  events: readonly WebhookEvent[],
): Promise<void> => storeWebhooksBy(taggedOf(transaction), environmentId, events);

/** The same in a transaction of tagged statements. */
export async function storeWebhooksBy(
  sql: RareTransaction,
  environmentId: string,
  events: readonly WebhookEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const types = events.map(({ type }) => type);
  const data = events.map((event) => storableJson(event.data));
  await sql`
    ${sql.unsafe(INSERTED)} from (
      select ${environmentId}::uuid as environment_id, made.type, made.data::jsonb as data, statement_timestamp() as at
      from unnest(${types}::text[], ${data}::text[]) as made (type, data)
    ) as o ${sql.unsafe(FOR_ENDPOINTS)}`;
}

/** Stores that subscribers, named by the customer's ids, have changed. */
export const storeSubscriberUpdates = (
  transaction: Transaction,
  scope: Pick<Scope, "environmentId">,
  subscriberIds: readonly string[],
): Promise<void> =>
  storeWebhooks(
    transaction,
    scope,
    subscriberIds.map((subscriberId) => ({ type: "subscriber.updated", data: { subscriberId } })),
  );

/** Stores that a subscriber, named by Belfry's id, has changed its choice for workflows; null stands for all of them. */
export async function storePreferenceWebhooks(
  transaction: Transaction,
  { environmentId }: Pick<Scope, "environmentId">,
  subscriberId: string,
  workflowIds: readonly (string | null)[],
): Promise<void> {
  if (workflowIds.length === 0) return;
  await transaction.execute(build`
    with stored as (
      select s.environment_id, s.subscriber_id, w.identifier as workflow
      from subscribers s
      cross join unnest(${build.param([...new Set(workflowIds)])}::uuid[]) as named (id)
      left join workflows w on w.id = named.id
      where s.id = ${subscriberId} and s.environment_id = ${environmentId}
    ), ${build.raw(PREFERENCE_WEBHOOKS)}
    select 1 from stored limit 1`);
}
