import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { PendingQuery, Row, Sql } from "postgres";
import type { Channel } from "#contract/constants/channels.ts";
import type { MessageStatus } from "#contract/constants/statuses.ts";
import type { MessageActor, MessageCta } from "#contract/messages.ts";
import type { EmailBlock } from "#contract/templates.ts";
import { notFound } from "#domain/errors.ts";
import type { Database } from "../../client.ts";
import type { MomentText } from "../../moment-text.ts";
import { events } from "../../schema/events.ts";
import { messages } from "../../schema/messages.ts";
import type { Scope } from "../../scope.ts";
import type { Transaction } from "../../transaction.ts";

/** A message with the content of its event, who it is for, who acted, and the tags of its workflow. */
export interface MessageRow {
  id: string;
  organizationId: string;
  environmentId: string;
  runId: string;
  jobId: string;
  workflowId: string;
  stepId: string;
  subscriberId: string;
  actorId: string | null;
  transactionId: string;
  templateIdentifier: string;
  channel: Channel;
  providerId: string | null;
  identifier: string | null;
  subject: string | null;
  title: string | null;
  content: string | null;
  blocks: EmailBlock[] | null;
  cta: MessageCta | null;
  actor: MessageActor | null;
  data: Record<string, unknown> | null;
  email: string | null;
  phone: string | null;
  deviceTokens: string[] | null;
  tags: string[];
  seen: boolean;
  read: boolean;
  archived: boolean;
  status: MessageStatus;
  errorId: string | null;
  errorText: string | null;
  lastSeenAt: MomentText | null;
  lastReadAt: MomentText | null;
  deletedAt: MomentText | null;
  createdAt: MomentText;
  updatedAt: MomentText;
  expireAt: MomentText;
  /** Of the event; null when its content is gone. */
  payload: Record<string, unknown> | null;
  overrides: Record<string, unknown> | null;
  /** The customer's id of the subscriber; null, as its names, when the subscriber is gone. */
  recipientId: string | null;
  recipientFirstName: string | null;
  recipientLastName: string | null;
  recipientAvatar: string | null;
  /** The customer's id of the acting subscriber. */
  actingId: string | null;
  actingFirstName: string | null;
  actingLastName: string | null;
  actingAvatar: string | null;
  workflowTags: string[] | null;
}

/** `m` is the message, `c` the content of its event, `s` the subscriber, `a` who acted, `w` the workflow. */
const COLUMNS = {
  id: "m.id",
  organizationId: "m.organization_id",
  environmentId: "m.environment_id",
  runId: "m.run_id",
  jobId: "m.job_id",
  workflowId: "m.workflow_id",
  stepId: "m.step_id",
  subscriberId: "m.subscriber_id",
  actorId: "m.actor_id",
  transactionId: "m.transaction_id",
  templateIdentifier: "m.template_identifier",
  channel: "m.channel",
  providerId: "m.provider_id",
  identifier: "m.identifier",
  subject: "m.subject",
  title: "m.title",
  content: "m.content",
  blocks: "m.blocks",
  cta: "m.cta",
  actor: "m.actor",
  data: "m.data",
  email: "m.email",
  phone: "m.phone",
  deviceTokens: "m.device_tokens",
  tags: "m.tags",
  seen: "m.seen",
  read: "m.read",
  archived: "m.archived",
  status: "m.status",
  errorId: "m.error_id",
  errorText: "m.error_text",
  lastSeenAt: "m.last_seen_at",
  lastReadAt: "m.last_read_at",
  deletedAt: "m.deleted_at",
  createdAt: "m.created_at",
  updatedAt: "m.updated_at",
  expireAt: "m.expire_at",
  payload: "c.payload",
  overrides: "c.overrides",
  recipientId: "s.subscriber_id",
  recipientFirstName: "s.first_name",
  recipientLastName: "s.last_name",
  recipientAvatar: "s.avatar",
  actingId: "a.subscriber_id",
  actingFirstName: "a.first_name",
  actingLastName: "a.last_name",
  actingAvatar: "a.avatar",
  workflowTags: "w.tags",
} satisfies Record<keyof MessageRow, string>;

const NAMES = Object.keys(COLUMNS);

/**
 * A row by its id, for each message by itself (`offset 0` keeps the planner from joining): a plan that is made for any
 * values expects many messages, and would read whole tables to join them.
 */
const lookUp = (table: string, alias: string, key: string, id: string): string =>
  `left join lateral (select * from ${table} where ${key} = ${id} offset 0) ${alias} on true`;

const SELECT = `select ${Object.values(COLUMNS).join(", ")}`;
const JOINS = `
  ${lookUp("event_contents", "c", "event_id", "m.event_id")}
  ${lookUp("subscribers", "s", "id", "m.subscriber_id")}
  ${lookUp("subscribers", "a", "id", "m.actor_id")}
  ${lookUp("workflows", "w", "id", "m.workflow_id")}`;

/**
 * Selects messages; `rest` is the statement from its condition on, `source` the table or a subquery as `m`. Past the query builder, and with rows that the driver
 * hands over as lists: the builder takes longer to build the statement and to map its rows than Postgres to run it, and the
 * driver's own objects of as many columns cost twice as much as all else.
 */
export async function selectMessages(
  sql: Sql,
  rest: PendingQuery<Row[]>,
  source: PendingQuery<Row[]> = sql`messages m`,
): Promise<MessageRow[]> {
  const rows = await sql`${sql.unsafe(SELECT)} from ${source} ${sql.unsafe(JOINS)} ${rest}`.values();
  return rows.map(messageRow);
}

/** Names the values of a row. The type is what `COLUMNS` selects; neither the compiler nor the driver can see that. */
function messageRow(values: readonly unknown[]): MessageRow {
  // A copy has its fields from the start, so that it stays an object with a fixed shape.
  const row: Record<string, unknown> = { ...COLUMNS };
  NAMES.forEach((name, index) => {
    row[name] = values[index];
  });
  return row as unknown as MessageRow;
}

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
function listed(sql: Sql, { environmentId }: Scope, { channel, subscriberId, transactionIds }: MessageFilter) {
  const place = transactionIds
    ? sql`m.event_id ${ofTransactions(sql, environmentId, transactionIds)}`
    : sql`m.environment_id = ${environmentId}`;
  const onChannel = channel === undefined ? sql`` : sql`and m.channel = ${channel}`;
  const ofSubscriber = subscriberId === undefined ? sql`` : sql`and m.subscriber_id = ${subscriberId}`;
  return sql`where ${place} and m.deleted_at is null ${onChannel} ${ofSubscriber}`;
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

const remove = (transaction: Transaction, where: SQL | undefined): Promise<Touched[]> =>
  transaction
    .update(messages)
    .set({ deletedAt: sql`clock_timestamp()`, updatedAt: sql`clock_timestamp()` })
    .where(where)
    .returning({ subscriberId: messages.subscriberId, channel: messages.channel });
