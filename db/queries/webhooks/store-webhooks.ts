import { sql as build, type SQL, type SQLWrapper } from "drizzle-orm";
import type { Fragment } from "postgres";
import { DAY } from "#contract/constants/values/times.ts";
import { WEBHOOK_EVENT_DAYS, WEBHOOK_RETENTION_DAYS, type WebhookEventType } from "#contract/constants/webhooks.ts";
import type { Scope } from "../../scope.ts";
import { columnsOf, rowsOf, valuesOf } from "../../sql/rows.ts";
import { storableJson } from "../../storable.ts";
import { type RareTransaction, type Tagged, type Transaction, taggedOf } from "../../transaction.ts";

/** Longest text of a vendor in an event, in characters: an event carries ids, and says where its content can be read. */
export const WEBHOOK_TEXT_MAX = 500;

/** Milliseconds for which an event is kept. */
export const WEBHOOK_KEPT_MS = WEBHOOK_RETENTION_DAYS * DAY;

/** Whether an endpoint `e` takes the type of an event `o`. */
export const TAKES = "(e.event_types is null or o.type = any(e.event_types))";

/**
 * Stores rows `o` of `environment_id`, `type`, `data` and `at`, the moment of the event, if they are kept for anybody: where an environment
 * has no endpoint, it is one look into an index each, and `data` is not even made. `id` is an expression.
 */
const logged = (from: string, id = "gen_random_uuid()"): string => `
    insert into webhook_events (id, organization_id, environment_id, type, data, created_at, expire_at)
    select ${id}, n.organization_id, o.environment_id, o.type, o.data, o.at, o.at + interval '${WEBHOOK_EVENT_DAYS} days'
    from ${from} join environments n on n.id = o.environment_id
    where n.kept_events = 'all' or exists (
      select from webhook_endpoints e where e.environment_id = o.environment_id and e.deleted_at is null and ${TAKES})
    on conflict (id) do nothing
    returning id, organization_id, environment_id, type, data, created_at`;

/** The id of the message of an event `o` for an endpoint `e`: an event that is recovered twice is one message. */
export const WEBHOOK_MESSAGE_ID = "md5(e.id::text || o.id::text)::uuid";
/** Columns of messages that follow from an event `o` and an endpoint `e`, but the moment at which they are due. */
export const MESSAGE_COLUMNS =
  "id, organization_id, environment_id, endpoint_id, event_id, type, data, created_at, expire_at, due_at";
export const MESSAGE_VALUES = `${WEBHOOK_MESSAGE_ID}, e.organization_id, e.environment_id, e.id, o.id, o.type, o.data, o.created_at,
      o.created_at + interval '${WEBHOOK_RETENTION_DAYS} days'`;

/** Stores events of the part with this name for the endpoints that are sent them. */
const messagesOf = (events: string): string => `
    insert into webhook_messages (${MESSAGE_COLUMNS})
    select ${MESSAGE_VALUES}, o.created_at
    from ${events} o
    join webhook_endpoints e on e.environment_id = o.environment_id and e.deleted_at is null and e.active and ${TAKES}`;

interface PartOptions {
  /** The name of the part that stores messages. */
  name?: "new_webhooks" | "run_webhooks" | "processed_webhooks";
  /**
   * Whether the source selects an `id` as well, which follows from what the event tells of: whoever says it again, the event is stored
   * once.
   */
  isOnce?: boolean;
}

/**
 * The parts of a statement that store events, and messages for the endpoints of their environments, these under the name `new_webhooks`.
 * `source` is a select of `environment_id`, `type` and `data`.
 */
export const webhooksPart = (
  sql: Tagged,
  source: Fragment,
  now: string,
  { name = "new_webhooks", isOnce = false }: PartOptions = {},
): Fragment => {
  const events = `${name}_events`;
  const [before = "", after = ""] = logged("SOURCE", isOnce ? "o.id" : undefined).split("SOURCE");
  return sql`${sql.unsafe(`${events} as (${before}`)} (select made.*, ${now}::timestamptz as at from (${source}) as made) as o
    ${sql.unsafe(`${after}), ${name} as (${messagesOf(events)} returning organization_id, environment_id)`)}`;
};

/** The same as a text without parameters, for statements of any builder. `source` is such a text. */
const webhooksOf = (source: string): string => `new_webhooks_events as (
    ${logged(`(select made.*, statement_timestamp() as at from (${source}) as made) as o`)}
  ), new_webhooks as (${messagesOf("new_webhooks_events")})`;

/**
 * The part of a statement that stores what marks have changed. Its part `changed` has the id, environment and expire_at of the messages, and its
 * snapshot has them as they were: seen, read, archived, snoozed or deleted by this statement.
 */
export const MARK_WEBHOOKS = webhooksOf(`
  select m.environment_id, t.type, ${messageDataText()} as data
  from (
    -- Where nobody listens, nothing is read.
    select c.* from changed c join environments n on n.id = c.environment_id
    where n.kept_events = 'all' or exists (
      select from webhook_endpoints e where e.environment_id = c.environment_id and e.deleted_at is null) offset 0) as c
  cross join lateral (select * from messages m where m.id = c.id and m.expire_at = c.expire_at offset 0) as m
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
export const messageData = (sql: Tagged) => sql.unsafe(messageDataText());

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

const EVENTS = columnsOf<WebhookEvent>(
  "made",
  { type: "text" },
  { data: ["text", ({ data }) => storableJson(data)], place: ["int", (_, place) => place] },
);

/** The same in a transaction of tagged statements. */
export async function storeWebhooksBy(
  sql: RareTransaction,
  environmentId: string,
  events: readonly WebhookEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await sql`
    with ${webhooksPart(
      sql,
      sql`select ${environmentId}::uuid as environment_id, made.type, made.data::jsonb as data
        from ${rowsOf(sql, EVENTS, events)} order by place`,
      new Date().toISOString(),
    )} select 1`;
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
  const sql = taggedOf(transaction);
  await sql`
    with stored as (
      select s.environment_id, s.subscriber_id, w.identifier as workflow
      from subscribers s
      cross join ${valuesOf(sql, "uuid", [...new Set(workflowIds)])} as named (id)
      left join workflows w on w.id = named.id
      where s.id = ${subscriberId} and s.environment_id = ${environmentId}
    ), ${sql.unsafe(PREFERENCE_WEBHOOKS)}
    select 1 from stored limit 1`;
}
