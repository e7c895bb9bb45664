import { isDeepStrictEqual } from "node:util";
import { and, desc, eq, inArray, type Param, type Placeholder, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { SubscriberHoursChange } from "#contract/schemas/subscriber-hours.ts";
import { DomainError, notFound } from "#domain/errors.ts";
import { type CredentialsMode, tokenMoments, unknownMasks, withCredentials } from "#domain/subscriber-channels.ts";
import { hoursAfter } from "#domain/times/subscriber-hours.ts";
import type { Database } from "../../client.ts";
import { LIST_SKIP_PLACES, numberedPage } from "../../list-window.ts";
import { prepareOnce } from "../../prepared.ts";
import { LISTED, subscribers } from "../../schema/subscribers.ts";
import { topicSubscribers } from "../../schema/topic-subscribers.ts";
import type { Scope } from "../../scope.ts";
import { type Transaction, taggedOf } from "../../transaction.ts";
import { moveDeferred } from "../runs/move-deferred.ts";
import {
  type GivenSubscriber,
  isSettled,
  problemOf,
  profileAfter,
  type SubscriberInput,
} from "./subscriber-changes.ts";
import { integrationMatcher, type NamedCredentials } from "./subscriber-integrations.ts";

export type SubscriberRow = typeof subscribers.$inferSelect;

type Environment = { environmentId: string | Placeholder };

/** The subscriber of a customer's id, deleted or not. */
export const bySubscriberId = (scope: Environment, subscriberId: string | Placeholder) =>
  and(eq(subscribers.environmentId, scope.environmentId), eq(subscribers.subscriberId, subscriberId));

/**
 * In a form that the index of living subscribers does not serve: by it, a plan made before Postgres knew the table's size reads all
 * subscribers of the environment for one.
 */
const isAlive = sql`coalesce(${subscribers.deletedAt}, 'infinity') = 'infinity'`;

const alive = (scope: Environment, subscriberId: string | Placeholder) =>
  and(bySubscriberId(scope, subscriberId), isAlive);

export const unknownSubscriber = (subscriberId: string) =>
  notFound(`No subscriber with id ${subscriberId} exists in this environment`);

/** Some calls answer 400 and not 404 when the subscriber is unknown. */
export const refusedSubscriber = (subscriberId: string) =>
  new DomainError("invalid_input", unknownSubscriber(subscriberId).message);

/** The subscribers of customer's ids, deleted or not. */
export const bySubscriberIds = (environmentId: string | Placeholder, ids: Param | Placeholder) =>
  and(eq(subscribers.environmentId, environmentId), sql`${subscribers.subscriberId} = any(${ids}::text[])`);

/** Rows of the subscribers of customer's ids, deleted or not. */
export const subscribersByIds = prepareOnce((db) =>
  db
    .select()
    .from(subscribers)
    .where(bySubscriberIds(sql.placeholder("environmentId"), sql.placeholder("ids")))
    .prepare("subscribers_by_ids"),
);

/** The subscriber of a customer's id, unless it is deleted. */
export async function findSubscriber(
  db: Database,
  { environmentId }: Scope,
  subscriberId: string,
): Promise<SubscriberRow | undefined> {
  const [row] = await subscribersByIds(db).execute({ environmentId, ids: [subscriberId] });
  return row?.deletedAt === null ? row : undefined;
}

/** The same as the caller's transaction sees it. */
async function findSubscriberWithin(
  transaction: Transaction,
  scope: Scope,
  subscriberId: string,
): Promise<SubscriberRow | undefined> {
  const [row] = await transaction.select().from(subscribers).where(alive(scope, subscriberId));
  return row;
}

/** A subscriber that another process has deleted keeps its open sessions for so long. */
const SUBSCRIBER_ID_TTL_MS = 1_000;
const subscriberIds = new LRUCache<string, string>({ max: 10_000, ttl: SUBSCRIBER_ID_TTL_MS });

const cacheKey = ({ environmentId }: Scope, subscriberId: string): string => `${environmentId} ${subscriberId}`;

/**
 * Belfry's id of a subscriber that is not deleted: what the requests of an inbox are authenticated by. An inbox that opens
 * sends several at once, so that they are not looked up one by one.
 */
export async function findSubscriberId(db: Database, scope: Scope, subscriberId: string): Promise<string | undefined> {
  const key = cacheKey(scope, subscriberId);
  const known = subscriberIds.get(key);
  if (known !== undefined) return known;
  // Deleted ones are left out after the subquery: with that condition inside it, an old plan might read all subscribers of
  // the environment by the index of those that live.
  const [row] = await db.$hot<{ id: string }[]>`
    select id from (
      select id, deleted_at from subscribers
      where environment_id = ${scope.environmentId} and subscriber_id = ${subscriberId} offset 0) as s
    where deleted_at is null`;
  if (row) subscriberIds.set(key, row.id);
  return row?.id;
}

export async function getSubscriber(db: Database, scope: Scope, subscriberId: string): Promise<SubscriberRow> {
  const row = await findSubscriber(db, scope, subscriberId);
  if (!row) throw unknownSubscriber(subscriberId);
  return row;
}

export async function getSubscriberWithin(
  transaction: Transaction,
  scope: Scope,
  subscriberId: string,
): Promise<SubscriberRow> {
  const row = await findSubscriberWithin(transaction, scope, subscriberId);
  if (!row) throw unknownSubscriber(subscriberId);
  return row;
}

/** The subscriber of a customer's id, deleted or not, which nobody else changes until the transaction ends. */
export async function lockSubscriber(
  transaction: Transaction,
  scope: Scope,
  subscriberId: string,
): Promise<SubscriberRow | undefined> {
  const [row] = await transaction.select().from(subscribers).where(bySubscriberId(scope, subscriberId)).for("update");
  return row;
}

/** One page, newest first. Its place is found in the index alone, so that only the rows of the page are read. */
export function listSubscribers(
  db: Database,
  scope: Scope,
  { page, limit }: { page: number; limit: number },
): Promise<SubscriberRow[]> {
  return numberedPage({ page, limit }, LIST_SKIP_PLACES, (range) => {
    const places = db
      .select({ id: subscribers.id })
      .from(subscribers)
      .where(and(eq(subscribers.environmentId, scope.environmentId), LISTED))
      .orderBy(desc(subscribers.createdAt), desc(subscribers.id))
      .limit(range.limit)
      .offset(range.offset);
    return db
      .select()
      .from(subscribers)
      .where(inArray(subscribers.id, places))
      .orderBy(desc(subscribers.createdAt), desc(subscribers.id));
  });
}

/** A subscriber that was changed, and the executions that have to look at their runs because its hours or its zone have. */
export interface ChangedSubscriber {
  row: SubscriberRow;
  /** Whether anything of it differed from what was given. */
  isChanged: boolean;
  executionIds: string[];
}

/** Statements that belong to a change and do not wait for it. They travel with it. */
export type Alongside = (before: SubscriberRow, after: SubscriberRow) => Promise<unknown>;

/** Changes what is given of a subscriber. Undefined when it does not exist; throws `invalid_input` for a wrong value. */
export async function updateSubscriber(
  transaction: Transaction,
  scope: Scope,
  given: Omit<GivenSubscriber, "channels">,
  alongside: Alongside,
): Promise<ChangedSubscriber | undefined> {
  const problem = problemOf(scope, given);
  if (problem !== undefined) throw new DomainError("invalid_input", [problem]);
  const change = (row: SubscriberRow) => {
    const input: SubscriberInput = { ...given, channels: [] };
    return isSettled(row, input) ? undefined : profileAfter(row, input);
  };
  return changeHoursOwner(transaction, scope, given.subscriberId, change, alongside);
}

/**
 * Changes the hours of a subscriber, and, with `onlyMissing`, gives hours and a zone to one who has none. Throws `not_found`.
 */
export async function setHours(
  transaction: Transaction,
  scope: Scope,
  subscriberId: string,
  { hours, timezone, onlyMissing = false }: HoursGiven,
): Promise<ChangedSubscriber> {
  const changed = await changeHoursOwner(transaction, scope, subscriberId, (row) => {
    const after = {
      hours: hours === undefined || (onlyMissing && row.hours) ? row.hours : hours && hoursAfter(row.hours, hours),
      timezone: timezone === undefined || (onlyMissing && row.timezone) ? row.timezone : timezone,
    };
    return isDeepStrictEqual(after, { hours: row.hours, timezone: row.timezone }) ? undefined : after;
  });
  if (!changed) throw unknownSubscriber(subscriberId);
  return changed;
}

/** Hours and a time zone to store. */
export interface HoursGiven {
  /** Null erases them. */
  hours?: SubscriberHoursChange | null | undefined;
  timezone?: string | undefined;
  onlyMissing?: boolean;
}

/** Changes hours or zone, and moves the runs that wait for them in the same transaction. */
async function changeHoursOwner(
  transaction: Transaction,
  scope: Scope,
  subscriberId: string,
  change: (row: SubscriberRow) => Partial<SubscriberRow> | undefined,
  alongside?: Alongside,
): Promise<ChangedSubscriber | undefined> {
  let before: SubscriberRow | undefined;
  const row = await changeSubscriber(transaction, scope, subscriberId, change, async (found, after) => {
    before = found;
    await alongside?.(found, after);
  });
  if (!row) return undefined;
  const isMoved = before && (row.timezone !== before.timezone || !isDeepStrictEqual(row.hours, before.hours));
  const executionIds = isMoved ? await moveDeferred(transaction, [row], new Date()) : [];
  return { row, isChanged: before !== undefined, executionIds };
}

/**
 * Stores where the subscriber is reached on one provider. Undefined when it does not exist; throws `invalid_input` when the
 * environment has no active integration of the provider, and for a mask of nothing that is stored.
 */
export async function setCredentials(
  transaction: Transaction,
  scope: Scope,
  subscriberId: string,
  named: NamedCredentials,
  mode: CredentialsMode,
): Promise<SubscriberRow | undefined> {
  if (!(await findSubscriberWithin(transaction, scope, subscriberId))) return undefined;
  const match = await integrationMatcher(transaction, scope, [named]);
  const entry = match(named);
  return changeSubscriber(transaction, scope, subscriberId, ({ channels: stored, tokensStoredAt: before }) => {
    const channels = withCredentials(stored, entry, mode);
    refuseMasks(unknownMasks(channels, entry));
    // Tokens that are stored again are known to live at this moment.
    const tokensStoredAt = tokenMoments(before, { channels, given: [entry], now: new Date(), keptMs: 0 });
    const isSame = isDeepStrictEqual([channels, tokensStoredAt], [stored, before]);
    return isSame ? undefined : { channels, tokensStoredAt };
  });
}

function refuseMasks(fields: readonly string[]): void {
  if (fields.length === 0) return;
  throw new DomainError(
    "invalid_input",
    fields.map((field) => `credentials.${field}: is not the mask of what is stored: send it in clear, or leave it out`),
  );
}

/** Forgets all credentials of the provider. Throws `not_found` when the subscriber does not exist. */
export async function deleteCredentials(
  transaction: Transaction,
  scope: Scope,
  subscriberId: string,
  providerId: string,
): Promise<void> {
  const row = await changeSubscriber(transaction, scope, subscriberId, ({ channels }) => ({
    channels: channels.filter((channel) => channel.providerId !== providerId),
  }));
  if (!row) throw unknownSubscriber(subscriberId);
}

/** Going offline notes the time; coming online leaves the last one. Throws `not_found`. */
export async function setOnlineStatus(
  transaction: Transaction,
  scope: Scope,
  subscriberId: string,
  isOnline: boolean,
): Promise<SubscriberRow> {
  const row = await changeSubscriber(transaction, scope, subscriberId, () => ({
    isOnline,
    ...(!isOnline && { lastOnlineAt: new Date() }),
  }));
  if (!row) throw unknownSubscriber(subscriberId);
  return row;
}

/** Hides the subscriber and takes it out of all topics; its messages stay. Throws `not_found`. */
export async function deleteSubscriber(transaction: Transaction, scope: Scope, subscriberId: string): Promise<void> {
  const [row] = await transaction
    .update(subscribers)
    .set({ deletedAt: new Date() })
    .where(alive(scope, subscriberId))
    .returning({ id: subscribers.id });
  if (!row) throw unknownSubscriber(subscriberId);
  subscriberIds.delete(cacheKey(scope, subscriberId));
  await transaction.delete(topicSubscribers).where(eq(topicSubscribers.subscriberId, row.id));
}

const livingForUpdate = prepareOnce((db) =>
  db
    .select()
    .from(subscribers)
    .where(alive({ environmentId: sql.placeholder("environmentId") }, sql.placeholder("subscriberId")))
    .for("update")
    .prepare("living_subscriber_for_update"),
);

/** Changes a living subscriber under a lock, so that of two writers neither loses what it wrote. */
async function changeSubscriber(
  transaction: Transaction,
  { environmentId }: Scope,
  subscriberId: string,
  change: (row: SubscriberRow) => Partial<SubscriberRow> | undefined,
  alongside?: Alongside,
): Promise<SubscriberRow | undefined> {
  const [row] = await livingForUpdate(transaction).execute({ environmentId, subscriberId });
  const changes = row && change(row);
  if (!row || !changes) return row;
  const after = { ...row, ...changes, updatedAt: new Date() };
  await Promise.all([storeSubscriber(transaction, after), alongside?.(row, after)]);
  return after;
}

/** By the id alone: joined with a list of rows, the statement is planned for a hundred of them, and reads the whole table. */
async function storeSubscriber(transaction: Transaction, row: SubscriberRow): Promise<void> {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  await taggedOf(transaction)`
    update subscribers set first_name = ${row.firstName}, last_name = ${row.lastName}, email = ${row.email},
      phone = ${row.phone}, avatar = ${row.avatar}, locale = ${row.locale}, timezone = ${row.timezone},
      hours = ${json(row.hours)}::text::jsonb, data = ${json(row.data)}::text::jsonb,
      channels = ${json(row.channels)}::text::jsonb, tokens_stored_at = ${json(row.tokensStoredAt)}::text::jsonb, is_online = ${row.isOnline},
      last_online_at = ${row.lastOnlineAt?.toISOString() ?? null}, updated_at = ${row.updatedAt.toISOString()}
    where id = ${row.id}`;
}
