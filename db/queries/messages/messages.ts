import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Sql } from "postgres";
import type { Channel } from "#contract/constants/channels.ts";
import { notFound } from "#domain/errors.ts";
import type { Database } from "../../client.ts";
import { events } from "../../schema/events.ts";
import { messages } from "../../schema/messages.ts";
import type { Scope } from "../../scope.ts";
import type { Transaction } from "../../transaction.ts";
import { withMarkWebhooks } from "../webhooks/store-webhooks.ts";
import { type MessageRow, selectMessages } from "./select-messages.ts";

/** The subscribers whose counts a change concerns. */
export interface Touched {
  subscriberId: string;
  channel: Channel;
}

const inEnvironment = (scope: Scope, ...more: (SQL | undefined)[]) =>
  and(eq(messages.environmentId, scope.environmentId), ...more);

/** By the id of the event, which is indexed. */
const ofTransaction = (db: Transaction, { environmentId }: Scope, transactionId: string): SQL =>
  inArray(
    messages.eventId,
    db
      .select({ id: events.id })
      .from(events)
      .where(and(eq(events.environmentId, environmentId), eq(events.transactionId, transactionId))),
  );

const alive = isNull(messages.deletedAt);

export interface MessageFilter {
  channel?: Channel | undefined;
  /** Belfry's id. */
  subscriberId?: string | undefined;
  transactionIds?: readonly string[] | undefined;
  /** Only those that have expired, or only the others. */
  expired?: boolean | undefined;
}

/** Rows counted beyond a page at most: a total is for turning pages, and no page may cost a walk through millions. */
const COUNTED_BEYOND_PAGE = 10_000;

/** One page of all channels, newest first. `totalCount` is exact up to 10,000 rows beyond the page, and stops there. */
export async function listMessages(
  db: Database,
  scope: Scope,
  { page, limit, ...filter }: MessageFilter & { page: number; limit: number },
): Promise<{ messages: MessageRow[]; totalCount: number }> {
  // Of one subscriber's messages on all channels there is no index, so that the best plan depends on how many there are.
  const sql = filter.subscriberId === undefined ? db.$hot : db.$client;
  const where = listed(sql, scope, filter);
  const offset = page * limit;
  const [messages, [counted]] = await Promise.all([
    selectMessages(sql, sql`${where} order by m.created_at desc, m.id desc limit ${limit} offset ${offset}`),
    sql<{ count: number }[]>`
      select count(*)::int as count from (
        select 1 from messages m ${where} ${byIndex(sql, filter)}
        limit ${offset + limit + COUNTED_BEYOND_PAGE}) as countable`,
  ]);
  return { messages, totalCount: counted?.count ?? 0 };
}

/**
 * The condition of a list. An event belongs to one environment, so that its messages need no second condition: of two with
 * an index, Postgres might walk through the whole environment in search of a page of one event.
 */
function listed(sql: Sql, { environmentId }: Scope, filter: MessageFilter) {
  const { channel, subscriberId, transactionIds, expired } = filter;
  const place = transactionIds
    ? sql`m.event_id ${ofTransactions(sql, environmentId, transactionIds)}`
    : sql`m.environment_id = ${environmentId}`;
  const onChannel = channel === undefined ? sql`` : sql`and m.channel = ${channel}`;
  const ofSubscriber = subscriberId === undefined ? sql`` : sql`and m.subscriber_id = ${subscriberId}`;
  const ofExpiry =
    expired === undefined
      ? sql``
      : expired
        ? sql`and m.valid_until <= clock_timestamp()`
        : sql`and (m.valid_until is null or m.valid_until > clock_timestamp())`;
  return sql`where ${place} and m.deleted_at is null ${onChannel} ${ofSubscriber} ${ofExpiry}`;
}

/** One id gets a condition of its own: the index has the messages of one event in the order of the page. */
const ofTransactions = (sql: Sql, environmentId: string, [first, ...more]: readonly string[]) =>
  first !== undefined && more.length === 0
    ? sql`= (select id from events where environment_id = ${environmentId} and transaction_id = ${first})`
    : sql`= any(array(
        select id from events where environment_id = ${environmentId}
          and transaction_id = any(${first === undefined ? [] : [first, ...more]}::text[])))`;

/** Counts in the order of the environment's index, where no plan would else stop before it has read the whole index. */
const byIndex = (sql: Sql, { subscriberId, transactionIds }: MessageFilter) =>
  subscriberId === undefined && transactionIds === undefined ? sql`order by m.created_at` : sql``;

/** Puts a message out of sight of everyone; throws `not_found` when it is unknown or already gone. */
export async function deleteMessage(transaction: Transaction, scope: Scope, messageId: string): Promise<Touched> {
  const [touched] = await remove(transaction, inEnvironment(scope, alive, eq(messages.id, messageId)));
  if (!touched) throw notFound(`Message with id ${messageId} not found`);
  return touched;
}

/**
 * Puts an event's messages out of sight, or only those of one channel. Throws `not_found` when the event has no message
 * on any channel.
 */
export async function deleteMessagesOfTransaction(
  transaction: Transaction,
  scope: Scope,
  transactionId: string,
  channel: Channel | undefined,
): Promise<Touched[]> {
  const condition = inEnvironment(scope, alive, ofTransaction(transaction, scope, transactionId));
  const [any] = await transaction.select({ id: messages.id }).from(messages).where(condition).limit(1);
  if (!any) throw notFound(`No messages of transaction ${transactionId} were found`);
  return remove(transaction, and(condition, channel && eq(messages.channel, channel)));
}

async function remove(transaction: Transaction, where: SQL | undefined): Promise<Touched[]> {
  const update = transaction
    .update(messages)
    .set({ deletedAt: sql`clock_timestamp()`, updatedAt: sql`clock_timestamp()` })
    .where(where)
    .returning();
  const removed = await transaction.execute<{ subscriberId: string; channel: Channel }>(
    withMarkWebhooks(update, sql`subscriber_id as "subscriberId", channel`),
  );
  return [...removed];
}
