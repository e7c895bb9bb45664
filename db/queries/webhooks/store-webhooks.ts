import { sql as build } from "drizzle-orm";
import type { Fragment } from "postgres";
import { WEBHOOK_RETENTION_DAYS, type WebhookEventType } from "#contract/constants/webhooks.ts";
import type { Scope } from "../../scope.ts";
import { storableJson } from "../../storable.ts";
import type { HotTransaction, Transaction } from "../../transaction.ts";

/** Longest text of a vendor in an event, in characters: an event carries ids, and says where its content can be read. */
export const WEBHOOK_TEXT_MAX = 500;

/** Milliseconds for which an event is kept. */
export const WEBHOOK_KEPT_MS = WEBHOOK_RETENTION_DAYS * 24 * 60 * 60 * 1000;

/**
 * The part of a statement that stores events for the endpoints of their environments, under the name `new_webhooks`. `source` is a
 * select of `environment_id`, `type` and `data`. Where an environment has no endpoint, it is one look into an index, and
 * `data` is not even made.
 */
export function webhooksPart(sql: HotTransaction, source: Fragment, now: string): Fragment {
  const expireAt = new Date(Date.parse(now) + WEBHOOK_KEPT_MS).toISOString();
  return sql`new_webhooks as (
    insert into webhook_messages (organization_id, environment_id, endpoint_id, type, data, due_at, created_at, expire_at)
    select e.organization_id, e.environment_id, e.id, o.type, o.data, ${now}::timestamptz, ${now}::timestamptz,
      ${expireAt}::timestamptz
    from (${source}) as o
    join webhook_endpoints e on e.environment_id = o.environment_id and e.deleted_at is null and e.active
      and (e.event_types is null or o.type = any(e.event_types))
    returning organization_id, environment_id
  )`;
}

/** The `data` of an event about a message `m`, as an expression. Its subscriber is looked up for endpoints only. */
export const messageData = (sql: HotTransaction): Fragment => sql`jsonb_build_object(
  'messageId', m.id, 'transactionId', m.transaction_id, 'workflow', m.template_identifier, 'channel', m.channel,
  'providerId', m.provider_id, 'subscriberId', (select s.subscriber_id from subscribers s where s.id = m.subscriber_id))`;

export interface WebhookEvent {
  type: WebhookEventType;
  data: Record<string, unknown>;
}

/**
 * Stores events that a caller's change brings about, in its transaction. Endpoints are sent them within some seconds: by the pass that
 * looks for what is due.
 */
export async function storeWebhooks(
  transaction: Pick<Transaction, "execute">,
  { environmentId }: Pick<Scope, "environmentId">,
  events: readonly WebhookEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const types = events.map(({ type }) => type);
  const data = events.map((event) => storableJson(event.data));
  await transaction.execute(build`
    insert into webhook_messages (organization_id, environment_id, endpoint_id, type, data, due_at, expire_at)
    select e.organization_id, e.environment_id, e.id, o.type, o.data::jsonb, clock_timestamp(),
      clock_timestamp() + ${`${WEBHOOK_RETENTION_DAYS} days`}::interval
    from webhook_endpoints e
    cross join unnest(${build.param(types)}::text[], ${build.param(data)}::text[]) as o (type, data)
    where e.environment_id = ${environmentId} and e.deleted_at is null and e.active
      and (e.event_types is null or o.type = any(e.event_types))`);
}
