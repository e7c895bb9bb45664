import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { PendingQuery, Row, Sql } from "postgres";
import type { MessageMark } from "#contract/constants/activity/message-marks.ts";
import { CHANNELS, type Channel } from "#contract/constants/channels.ts";
import type { ContextKeys } from "#domain/contexts.ts";
import { notFound } from "#domain/errors.ts";
import type { Database } from "../../client.ts";
import { hasContexts } from "../../context-filter.ts";
import { countedFor, LIST_SKIP_ROWS, numberedPage, type RowRange } from "../../list-window.ts";
import { events } from "../../schema/events/events.ts";
import { messages } from "../../schema/messages.ts";
import type { Scope } from "../../scope.ts";
import { valuesOf } from "../../sql/rows.ts";
import type { Transaction } from "../../transaction.ts";
import { withMarkWebhooks } from "../webhooks/store-webhooks.ts";
import { MARK_CONDITIONS } from "./message-marks.ts";
import type { MessageRow } from "./message-row.ts";
import { selectMessages } from "./select-messages.ts";

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
  /** Only those of exactly these contexts. */
  contextKeys?: ContextKeys | "any" | undefined;
  /** Only those that have expired, or only the others. */
  expired?: boolean | undefined;
  /** Those that were made from this moment on. */
  after?: Date | undefined;
  /** Only those that were delivered, or only those that could not be. */
  delivered?: boolean | undefined;
  workflowId?: string | undefined;
  /** Delivered ones with a mark. */
  mark?: MessageMark | undefined;
}

/** One page of all channels, newest first. `totalCount` is exact up to 10,000 rows beyond the page, and stops there. */
export async function listMessages(
  db: Database,
  scope: Scope,
  { page, limit, ...filter }: MessageFilter & { page: number; limit: number },
): Promise<{ messages: MessageRow[]; totalCount: number }> {
  // Of a subscriber and an event at once, the best plan depends on which has fewer messages.
  const sql = filter.subscriberId === undefined || filter.transactionIds === undefined ? db.$hot : db.$client;
  const counted = countedFor({ page, limit }, LIST_SKIP_ROWS);
  const newest = sql`order by m.created_at desc, m.id desc`;
  // An order of its own, so that every plan counts by the index that has the list; by ids as well, it takes twice the time.
  const byIndex = sql`order by m.created_at desc`;
  // Only the messages of the page are joined with what is shown of them.
  const shown = ({ offset, limit }: RowRange) =>
    sql`(select * from ${listed(sql, scope, filter, offset + limit, newest)} ${newest} limit ${limit} offset ${offset}) m`;
  const [messages, [total]] = await Promise.all([
    numberedPage({ page, limit }, LIST_SKIP_ROWS, (range) => selectMessages(sql, newest, shown(range))),
    sql<{ count: number }[]>`
      select count(*)::int as count from (select from ${listed(sql, scope, filter, counted, byIndex)} limit ${counted}) as countable`,
  ]);
  return { messages, totalCount: total?.count ?? 0 };
}

/**
 * The messages of a list as a table `m`, at least as many of the first as asked for. Each list is read in the order of an index: that
 * of each channel, of an event, or of a subscriber, whose messages in feeds have an index with another order, and are read as a whole.
 */
function listed(
  sql: Sql,
  { environmentId }: Scope,
  filter: MessageFilter,
  atLeast: number,
  order: PendingQuery<Row[]>,
): PendingQuery<Row[]> {
  const { channel, subscriberId, transactionIds, contextKeys = "any", expired, after, delivered } = filter;
  const { workflowId, mark } = filter;
  const ofWorkflow = workflowId === undefined ? sql`` : sql`and m.workflow_id = ${workflowId}`;
  const marked = mark === undefined ? sql`` : sql`and m.status = 'sent' and ${sql.unsafe(MARK_CONDITIONS[mark])}`;
  const ofExpiry =
    expired === undefined
      ? sql``
      : expired
        ? sql`and m.valid_until <= clock_timestamp()`
        : sql`and (m.valid_until is null or m.valid_until > clock_timestamp())`;
  const since = after === undefined ? sql`` : sql`and m.created_at >= ${after.toISOString()}`;
  const ofContexts = contextKeys === "any" ? sql`` : sql`and ${hasContexts(sql, "m.context_keys", contextKeys)}`;
  const ofDelivery =
    delivered === undefined ? sql`` : delivered ? sql`and m.status = 'sent'` : sql`and m.status <> 'sent'`;
  const some = (where: PendingQuery<Row[]>) => sql`
    select * from messages m where ${where} and m.deleted_at is null ${ofExpiry} ${ofDelivery} ${ofWorkflow} ${marked} ${ofContexts} ${since} ${order} limit ${atLeast}`;
  const onChannel = channel === undefined ? sql`` : sql`and m.channel = ${channel}`;
  if (transactionIds) {
    // An event belongs to one environment. A second condition with an index would tempt plans to read that one.
    const ofSubscriber = subscriberId === undefined ? sql`` : sql`and m.subscriber_id = ${subscriberId}`;
    return sql`(${some(sql`m.event_id ${ofTransactions(sql, environmentId, transactionIds)} ${onChannel} ${ofSubscriber}`)}) m`;
  }
  if (subscriberId !== undefined) {
    const inFeeds = sql`m.subscriber_id = ${subscriberId} and m.channel = 'in_app' and m.status = 'sent'`;
    const others = sql`m.subscriber_id = ${subscriberId} and (m.channel <> 'in_app' or m.status <> 'sent')`;
    return sql`((${some(sql`${inFeeds} ${onChannel}`)}) union all (${some(sql`${others} ${onChannel}`)})) m`;
  }
  // Few messages have contexts, and they have an index of their own.
  if (Array.isArray(contextKeys)) return sql`(${some(sql`m.environment_id = ${environmentId} ${onChannel}`)}) m`;
  // Few messages expire.
  if (expired)
    return sql`(${some(sql`m.environment_id = ${environmentId} and m.valid_until is not null ${onChannel}`)}) m`;
  if (delivered === false) return sql`(${some(sql`m.environment_id = ${environmentId} ${onChannel}`)}) m`;
  const channels = channel === undefined ? CHANNELS : [channel];
  return sql`(
    select each.* from ${valuesOf(sql, "text", channels)} as listed (channel)
    cross join lateral (${some(sql`m.environment_id = ${environmentId} and m.channel = listed.channel`)}) each) m`;
}

/** One id gets a condition of its own: the index has the messages of one event in the order of the page. */
const ofTransactions = (sql: Sql, environmentId: string, [first, ...more]: readonly string[]) =>
  first !== undefined && more.length === 0
    ? sql`= (select id from events where environment_id = ${environmentId} and transaction_id = ${first})`
    : sql`= any(array(
        select id from events where environment_id = ${environmentId}
          and transaction_id = any(${first === undefined ? [] : [first, ...more]}::text[])))`;

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
  const update = sql`
    update messages set deleted_at = clock_timestamp(), updated_at = clock_timestamp() where ${where} returning *`;
  const removed = await transaction.execute<{ subscriberId: string; channel: Channel }>(
    withMarkWebhooks(update, sql`subscriber_id as "subscriberId", channel`),
  );
  return [...removed];
}
