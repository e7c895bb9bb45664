import { and, desc, eq, inArray, type Param, type Placeholder, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { DomainError, notFound } from "#domain/errors.ts";
import type { Database } from "../../client.ts";
import { LIST_SKIP_PLACES, numberedPage } from "../../list-window.ts";
import { prepareOnce } from "../../prepared.ts";
import { LISTED, subscribers } from "../../schema/subscribers.ts";
import { topicSubscribers } from "../../schema/topic-subscribers.ts";
import type { Scope } from "../../scope.ts";
import type { Transaction } from "../../transaction.ts";

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
export async function findSubscriberWithin(
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

const livingForUpdate = prepareOnce((db) =>
  db
    .select()
    .from(subscribers)
    .where(alive({ environmentId: sql.placeholder("environmentId") }, sql.placeholder("subscriberId")))
    .for("update")
    .prepare("living_subscriber_for_update"),
);

/** As `lockSubscriber`, unless it is deleted. */
export async function lockLivingSubscriber(
  transaction: Transaction,
  { environmentId }: Scope,
  subscriberId: string,
): Promise<SubscriberRow | undefined> {
  const [row] = await livingForUpdate(transaction).execute({ environmentId, subscriberId });
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
