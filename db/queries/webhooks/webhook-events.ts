import { and, eq, getTableColumns, inArray } from "drizzle-orm";
import { DAY, MINUTE } from "#contract/constants/values/times.ts";
import { type KeptEvents, WEBHOOK_EVENT_DAYS, type WebhookEventType } from "#contract/constants/webhooks.ts";
import type { Database } from "../../client.ts";
import { insideOf, momentOf, newestFirst, orderOf } from "../../list-window.ts";
import type { MomentText } from "../../moment-text.ts";
import { environments } from "../../schema/accounts/environments.ts";
import { webhookEvents } from "../../schema/events/webhook-events.ts";
import type { Scope } from "../../scope.ts";
import type { Executor, Transaction } from "../../transaction.ts";

export type WebhookEventRow = Omit<typeof webhookEvents.$inferSelect, "storedBy" | "number" | "expireAt">;

/** Events that one pull looks at, of whatever type they are. */
const PULL_LOOKED_AT = 5_000;
/** An event may be stored so long after its moment. */
const EVENT_LATE_MS = 5 * MINUTE;

/**
 * A place in the order in which events are pulled: the transaction that stored the last one, and its number; both are whole numbers as
 * texts. `at` is a moment before which everything was pulled.
 */
export interface PullPlace {
  storedBy: string;
  number: string;
  at: Date;
}

export interface PulledEvents {
  rows: WebhookEventRow[];
  next: PullPlace;
  hasMore: boolean;
  /** Whether events after the place may have been removed before they were pulled. */
  hasGap: boolean;
}

/**
 * Returns events after a place, in an order in which none is inserted before one that was read: by the transaction that stored them, as
 * far as all older transactions have ended. Undefined for a place that is ahead of the database.
 */
export async function pullEvents(
  db: Database,
  { environmentId }: Scope,
  { after, types, limit }: { after: PullPlace | null; types: readonly WebhookEventType[] | undefined; limit: number },
): Promise<PulledEvents | undefined> {
  const looked = types ? PULL_LOOKED_AT : limit + 1;
  const wanted = types ? db.$client`where type = any(${[...types]}::text[])` : db.$client``;
  const from = after ?? { storedBy: "0", number: "0" };
  const [answer] = await db.$client<PulledRow[]>`
    with snapshot as (
      select pg_snapshot_xmin(pg_current_snapshot()) as horizon, clock_timestamp() as now
    ), looked as materialized (
      select o.* from webhook_events o, snapshot s
      where o.environment_id = ${environmentId} and o.stored_by < s.horizon
        and (o.stored_by, o.number) > (${from.storedBy}::text::xid8, ${from.number}::text::bigint)
      order by o.stored_by, o.number limit ${looked}
    ), page as (
      select * from looked ${wanted} order by stored_by, number limit ${limit + 1}
    )
    select s.horizon::text, s.now, ${from.storedBy}::text::xid8 > s.horizon as "isAhead",
      (select count(*)::int from looked) as looked,
      (select jsonb_build_object('storedBy', stored_by::text, 'number', number::text, 'at', created_at)
        from looked order by stored_by desc, number desc limit 1) as last,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'organizationId', organization_id, 'environmentId', environment_id,
          'type', type, 'data', data, 'createdAt', created_at, 'storedBy', stored_by::text, 'number', number::text)
          order by stored_by, number), '[]') from page) as rows
    from snapshot s`;
  if (!answer) throw new Error("Postgres confirmed a select without a row");
  const now = new Date(answer.now);
  if (answer.isAhead) return undefined;
  const shown = answer.rows.slice(0, limit);
  const hasMore = answer.rows.length > limit || answer.looked === looked;
  const last = answer.rows.length > limit ? shown.at(-1) : answer.last;
  // Everything before the horizon has been looked at: what is stored later has it or a larger transaction.
  const end = { storedBy: answer.horizon, number: "0", at: now };
  const place = last && {
    storedBy: last.storedBy,
    number: last.number,
    at: new Date("createdAt" in last ? last.createdAt : last.at),
  };
  return {
    rows: shown.map(({ storedBy: _by, number: _number, createdAt, ...row }) => ({
      ...row,
      createdAt: new Date(createdAt),
    })),
    next: hasMore && place ? place : end,
    hasMore,
    hasGap: after !== null && after.at.getTime() < now.getTime() - WEBHOOK_EVENT_DAYS * DAY + EVENT_LATE_MS,
  };
}

interface PulledRow {
  horizon: string;
  now: string;
  isAhead: boolean;
  looked: number;
  last: { storedBy: string; number: string; at: string } | null;
  rows: (Omit<WebhookEventRow, "createdAt"> & { createdAt: string; storedBy: string; number: string })[];
}

/** One page of the latest events; one more than `limit` says that there is another page. `at` is to the microsecond. */
export const listWebhookEvents = (
  db: Database,
  { environmentId }: Scope,
  {
    limit,
    after,
    types,
  }: { limit: number; after: { at: string; id: string } | null; types?: WebhookEventType[] | undefined },
): Promise<{ row: WebhookEventRow; at: MomentText }[]> => {
  const window = newestFirst(after, limit + 1);
  const { storedBy: _by, number: _number, expireAt: _expireAt, ...columns } = getTableColumns(webhookEvents);
  return db
    .select({ row: columns, at: momentOf(webhookEvents) })
    .from(webhookEvents)
    .where(
      and(
        eq(webhookEvents.environmentId, environmentId),
        types && inArray(webhookEvents.type, types),
        insideOf(window, webhookEvents),
      ),
    )
    .orderBy(...orderOf(window, webhookEvents))
    .limit(window.limit);
};

const environment = ({ organizationId, environmentId }: Scope) =>
  and(eq(environments.organizationId, organizationId), eq(environments.id, environmentId));

/** Returns which events of an environment are kept. */
export async function findKeptEvents(db: Executor, scope: Scope): Promise<KeptEvents> {
  const [row] = await db.select({ kept: environments.keptEvents }).from(environments).where(environment(scope));
  return row?.kept ?? "wanted";
}

export async function saveKeptEvents(transaction: Transaction, scope: Scope, keptEvents: KeptEvents): Promise<void> {
  await transaction.update(environments).set({ keptEvents }).where(environment(scope));
}
