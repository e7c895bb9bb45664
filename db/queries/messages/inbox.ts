import { and, eq, type SQL, sql } from "drizzle-orm";
import type { MarkAs } from "#contract/constants/statuses.ts";
import type { ButtonType } from "#contract/constants/templates/templates.ts";
import { isJsonObject } from "#contract/constants/values/json-object.ts";
import { isUuid } from "#domain/values/uuid.ts";
import type { Database } from "../../client.ts";
import { ofContexts } from "../../context-filter.ts";
import { despiteMoves } from "../../moved-rows.ts";
import { prepared } from "../../prepared.ts";
import { messages } from "../../schema/messages.ts";
import type { Scope } from "../../scope.ts";
import { withMarkWebhooks } from "../webhooks/store-webhooks.ts";
import type { MessageRow } from "./message-row.ts";
import { type Inbox, matchingNotifications, type NotificationFilter, PLACE } from "./notification-filter.ts";
import { selectInboxMessages, selectMessages } from "./select-messages.ts";

export interface FeedFilter extends Pick<NotificationFilter, "feeds" | "seen" | "read"> {
  /** Every leaf must equal the one at the same place of the message's payload. */
  payload?: Record<string, unknown> | undefined;
}

// Spelled out and not as parameters, so that the planner sees that the partial indexes of the inbox apply.
// A message that could not be rendered has no content: the history shows it, and no inbox.
const live = sql`${messages.channel} = 'in_app' and ${messages.deletedAt} is null and ${messages.status} = 'sent'
  and (${messages.validUntil} is null or ${messages.validUntil} > clock_timestamp())`;
const isSeen = (seen: boolean) => (seen ? sql`${messages.seen}` : sql`not ${messages.seen}`);
const isRead = (read: boolean) => (read ? sql`${messages.read}` : sql`not ${messages.read}`);

const ownMessages = ({ scope, subscriberId, contextKeys }: Inbox) =>
  and(
    eq(messages.subscriberId, subscriberId),
    eq(messages.environmentId, scope.environmentId),
    contextKeys === "any" ? undefined : ofContexts(messages.contextKeys, contextKeys),
    live,
  );

/** The condition of a feed or a count, for a statement whose messages are `m`. Older clients do not know snoozed messages. */
const matching = (db: Database, inbox: Inbox, { feeds, seen, read }: FeedFilter) =>
  matchingNotifications(db.$hot, inbox, { feeds, seen, read, snoozed: false });

/** Compares all leaves in one condition, so that the statement's text does not depend on how many there are. */
const payloadHas = ({ $hot: sql }: Database, payload: Record<string, unknown>) => sql`
  not exists (
    select from jsonb_array_elements(${JSON.stringify(leaves(payload))}::text::jsonb) as leaf
    where c.payload #> array(select jsonb_array_elements_text(leaf -> 'path')) is distinct from leaf -> 'value')`;

interface Leaf {
  path: string[];
  value: unknown;
}

/** `{a: {b: 1}}` has the leaf 1 at a, b. Lists are leaves: they match as a whole. */
function leaves(value: object, path: readonly string[] = []): Leaf[] {
  return Object.entries(value).flatMap(([key, child]) =>
    isJsonObject(child) ? leaves(child, [...path, key]) : [{ path: [...path, key], value: child }],
  );
}

/** One page, newest first. */
export async function feedPage(
  db: Database,
  inbox: Inbox,
  { page, limit, payload, ...filter }: FeedFilter & { page: number; limit: number },
): Promise<{ messages: MessageRow[]; hasMore: boolean }> {
  const { $hot: sql } = db;
  const rows = await selectInboxMessages(
    sql,
    inbox,
    sql`where ${matching(db, inbox, filter)} ${payload ? sql`and ${payloadHas(db, payload)}` : sql``}
      order by ${sql.unsafe(PLACE)} desc, m.id desc limit ${limit + 1} offset ${page * limit}`,
  );
  return { messages: rows.slice(0, limit), hasMore: rows.length > limit };
}

/** Sets columns of messages, and returns those that say what has changed. */
const update = (values: readonly SQL[], where: SQL | undefined): SQL => sql`
  update messages set ${sql.join([...values, sql`updated_at = clock_timestamp()`], sql`, `)} where ${where}
  returning id, environment_id, expire_at, seen, read, archived, snoozed_until, deleted_at`;

const deleted = sql`deleted_at = clock_timestamp()`;
const nowSeen = sql`seen = true, first_seen_at = coalesce(first_seen_at, clock_timestamp()), last_seen_at = clock_timestamp()`;
/** Columns by mark. Both read and unread messages have been seen. */
const MARKS: Record<MarkAs, SQL> = {
  read: sql`${nowSeen}, read = true, last_read_at = clock_timestamp()`,
  unread: sql`${nowSeen}, read = false, archived = false, archived_at = null, last_read_at = clock_timestamp()`,
  seen: nowSeen,
  unseen: sql`seen = false, last_seen_at = clock_timestamp()`,
};

/** The messages that a mark changes when all are marked. */
const OPPOSITE: Record<MarkAs, SQL> = {
  read: isRead(false),
  unread: isRead(true),
  seen: isSeen(false),
  unseen: isSeen(true),
};

/** Which counts of an inbox a change moved. */
export interface Moved {
  unseen: boolean;
  unread: boolean;
}

/** Messages that were changed, newest first. */
export interface ChangedMessages extends Moved {
  messages: MessageRow[];
}

/** Of a row `changed`: whether it came into or went out of a count. The statement's snapshot has it as it was. */
const hasMoved = (flag: "seen" | "read"): SQL =>
  sql.raw(`(
  select not m.${flag} and m.snoozed_until is null and m.deleted_at is null
  from messages m where m.id = changed.id and m.expire_at = changed.expire_at
) <> (not changed.${flag} and changed.snoozed_until is null and changed.deleted_at is null)`);

/** Marks some messages; ids that are not in the inbox are passed over. */
export const markMessages = (
  db: Database,
  inbox: Inbox,
  ids: readonly string[],
  as: MarkAs,
): Promise<ChangedMessages> => change(db, inbox, ids, [MARKS[as]]);

/** Sets exactly the given flags, and when that was. */
export const flagMessages = (
  db: Database,
  inbox: Inbox,
  ids: readonly string[],
  { seen, read }: { seen?: boolean | undefined; read?: boolean | undefined },
): Promise<ChangedMessages> =>
  change(db, inbox, ids, [
    ...(seen === undefined ? [] : [seen ? MARKS.seen : MARKS.unseen]),
    ...(read === undefined ? [] : [sql`read = ${read}, last_read_at = clock_timestamp()`]),
  ]);

/** Marks every message that is not so yet. Returns how many, and what that moved. */
export async function markAllMessages(
  db: Database,
  inbox: Inbox,
  as: MarkAs,
  { feeds }: Pick<FeedFilter, "feeds"> = {},
): Promise<Moved & { count: number }> {
  const statement = withMarkWebhooks(
    update([MARKS[as]], and(ownMessages(inbox), feeds && inFeeds(inbox, feeds), OPPOSITE[as])),
    sql`count(*)::int as count, coalesce(bool_or(${hasMoved("seen")}), false) as unseen,
      coalesce(bool_or(${hasMoved("read")}), false) as unread`,
  );
  const [all] = await despiteMoves(() => db.execute<{ count: number; unseen: boolean; unread: boolean }>(statement));
  return all ?? { count: 0, unseen: false, unread: false };
}

const inFeeds = ({ scope }: Inbox, identifiers: readonly string[]): SQL => sql`
  ${messages.feedId} = any(array(select id from feeds
    where environment_id = ${scope.environmentId} and identifier = any(${sql.param([...identifiers])}::text[])
      and deleted_at is null))`;

/** Takes messages out of the inbox. */
export const deleteFromInbox = (db: Database, inbox: Inbox, ids: readonly string[]): Promise<ChangedMessages> =>
  change(db, inbox, ids, [deleted]);

/** Takes all messages out of the inbox, or all of one feed, by Belfry's id. */
export async function emptyInbox(db: Database, inbox: Inbox, feedId?: string): Promise<void> {
  const ofFeed = feedId === undefined ? undefined : eq(messages.feedId, feedId);
  const statement = withMarkWebhooks(update([deleted], and(ownMessages(inbox), ofFeed)), sql`count(*)`);
  await despiteMoves(() => db.execute(statement));
}

/** Returns the subscriber of a live message; undefined when the environment has no such message. */
export async function ownerOfMessage(db: Database, scope: Scope, messageId: string): Promise<string | undefined> {
  if (!isUuid(messageId)) return undefined;
  const [row] = await db
    .select({ subscriberId: messages.subscriberId })
    .from(messages)
    .where(and(eq(messages.id, messageId), eq(messages.environmentId, scope.environmentId), live));
  return row?.subscriberId;
}

export interface ActionResult {
  button: ButtonType;
  status: "pending" | "done";
  payload?: Record<string, unknown> | undefined;
  /** Whether the message is read by that. */
  isRead?: boolean;
}

/** Notes in the message's cta which button was pressed. The rest of the cta stays. Changes none that is not in the inbox. */
export async function recordAction(
  db: Database,
  inbox: Inbox,
  messageId: string,
  { button, status, payload, isRead }: ActionResult,
): Promise<ChangedMessages> {
  const action = { status, result: { type: button, ...(payload && { payload }) } };
  const cta = sql`cta = coalesce(cta, '{}') || jsonb_build_object('action',
    coalesce(cta -> 'action', '{"buttons": []}') || ${JSON.stringify(action)}::jsonb)`;
  return change(db, inbox, [messageId], isRead ? [cta, MARKS.read] : [cta]);
}

async function change(
  db: Database,
  inbox: Inbox,
  ids: readonly string[],
  values: readonly SQL[],
): Promise<ChangedMessages> {
  const known = ids.filter(isUuid);
  if (known.length === 0) return { messages: [], unseen: false, unread: false };
  const statement = withMarkWebhooks(
    update(values, amongOwn(inbox, known)),
    sql`id, ${hasMoved("seen")} as unseen, ${hasMoved("read")} as unread`,
  );
  const changed = await despiteMoves(() =>
    prepared(db).execute<{ id: string; unseen: boolean; unread: boolean }>(statement),
  );
  const messages = await findMessages(
    db,
    inbox.scope,
    changed.map(({ id }) => id),
  );
  return {
    messages,
    unseen: changed.some(({ unseen }) => unseen),
    unread: changed.some(({ unread }) => unread),
  };
}

/**
 * Messages by id, as far as they are in the inbox. No index serves the other conditions in these forms: a plan that was made
 * while the table was small would otherwise read the whole inbox (docs/decisions/012-plans-for-all-values.md).
 */
const amongOwn = ({ scope, subscriberId, contextKeys }: Inbox, ids: readonly string[]): SQL => sql`
  ${messages.id} = any(${sql.param(ids)}::uuid[]) and ${messages.subscriberId}::text = ${subscriberId}::uuid::text
  and ${messages.environmentId}::text = ${scope.environmentId}::uuid::text and ${messages.channel} || '' = ${"in_app"}
  and ${messages.deletedAt} is null ${contextKeys === "any" ? sql`` : sql`and ${ofContexts(messages.contextKeys, contextKeys)}`}`;

/** Messages by id, newest first, whether they are still in an inbox or not. */
export async function findMessages(
  db: Database,
  { environmentId }: Scope,
  ids: readonly string[],
): Promise<MessageRow[]> {
  if (ids.length === 0) return [];
  const { $hot: sql } = db;
  // A subquery by ids alone: a plan that was made while the table was small would otherwise read all messages of the
  // environment by the index of that, for good.
  return selectMessages(
    sql,
    sql`where m.environment_id = ${environmentId} order by m.created_at desc, m.id desc`,
    sql`(select * from messages where id = any(${[...ids]}::uuid[]) offset 0) m`,
  );
}
