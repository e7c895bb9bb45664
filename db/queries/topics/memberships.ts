import { and, eq, getTableColumns, isNull, like, or, type SQL, sql } from "drizzle-orm";
import type { ContextKeys } from "#domain/contexts.ts";
import { DomainError, notFound } from "#domain/errors.ts";
import type { StoredSubscriptionPreference } from "#domain/subscriptions/subscription-preferences.ts";
import { isUuid } from "#domain/values/uuid.ts";
import type { Database } from "../../client.ts";
import { ofContexts } from "../../context-filter.ts";
import { beginningWith } from "../../like.ts";
import { countUpTo, insideOf, type ListWindow, momentOf, orderOf } from "../../list-window.ts";
import { subscribers } from "../../schema/subscribers.ts";
import { topicSubscribers } from "../../schema/topic-subscribers.ts";
import { topics } from "../../schema/topics.ts";
import type { Scope } from "../../scope.ts";
import { storableJson } from "../../storable.ts";
import type { Executor, Transaction } from "../../transaction.ts";
import { defaultedIn, isDefaultFor } from "./subscription-identifiers.ts";
import type { TopicRow } from "./topics.ts";

/** A subscriber's membership of a topic: what newer clients call a subscription. A subscriber may have several of one topic. */
export interface Membership {
  link: typeof topicSubscribers.$inferSelect;
  topic: TopicRow;
  subscriber: typeof subscribers.$inferSelect;
  /** When it began, to the microsecond. */
  at: string;
}

const selectMemberships = (db: Executor) =>
  db
    .select({
      link: getTableColumns(topicSubscribers),
      topic: getTableColumns(topics),
      subscriber: getTableColumns(subscribers),
      at: momentOf(topicSubscribers),
    })
    .from(topicSubscribers)
    .innerJoin(topics, eq(topics.id, topicSubscribers.topicId))
    .innerJoin(subscribers, eq(subscribers.id, topicSubscribers.subscriberId));

/** The condition of lists by topic, and of their index. */
const LISTED = sql`${topicSubscribers.createdAt} > '-infinity'`;

interface Listed {
  rows: Membership[];
  /** Up to one more than `LIST_COUNT_MAX`. */
  count: number;
}

type AskedContexts = ContextKeys | "any";

const askedContexts = (keys: AskedContexts): SQL | undefined =>
  keys === "any" ? undefined : ofContexts(topicSubscribers.contextKeys, keys);

/** One window of the members of a topic, or of the subscriptions of the member with the customer's id. */
export async function listTopicMembers(
  db: Database,
  topic: Pick<TopicRow, "id">,
  { subscriberId, contextKeys }: { subscriberId: string | undefined; contextKeys: AskedContexts },
  window: ListWindow,
): Promise<Listed> {
  const ofTopic = and(eq(topicSubscribers.topicId, topic.id), LISTED, askedContexts(contextKeys));
  const where = subscriberId === undefined ? ofTopic : and(ofTopic, eq(subscribers.subscriberId, subscriberId));
  const counted =
    subscriberId === undefined
      ? sql`${topicSubscribers} where ${where}`
      : sql`${topicSubscribers} join ${subscribers} on ${subscribers.id} = ${topicSubscribers.subscriberId} where ${where}`;
  const [rows, count] = await Promise.all([
    selectMemberships(db)
      .where(and(where, insideOf(window, topicSubscribers)))
      .orderBy(...orderOf(window, topicSubscribers))
      .limit(window.limit),
    countUpTo(db, counted),
  ]);
  return { rows, count };
}

/** One window of the topics that a subscriber is in, by the beginning of their keys. Subscribers are named by Belfry's id. */
export async function listTopicsOfSubscriber(
  db: Database,
  subscriberId: string,
  { key, contextKeys }: { key: string | undefined; contextKeys: AskedContexts },
  window: ListWindow,
): Promise<Listed> {
  const ofKey = key === undefined ? undefined : like(topics.key, beginningWith(key));
  const where = and(eq(topicSubscribers.subscriberId, subscriberId), ofKey, askedContexts(contextKeys));
  const [rows, count] = await Promise.all([
    selectMemberships(db)
      .where(and(where, insideOf(window, topicSubscribers)))
      .orderBy(...orderOf(window, topicSubscribers))
      .limit(window.limit),
    countUpTo(db, sql`${topicSubscribers} join ${topics} on ${topics.id} = ${topicSubscribers.topicId} where ${where}`),
  ]);
  return { rows, count };
}

/** The subscriber of an inbox session, by Belfry's id, and its contexts: what it may see and change. */
export interface SubscriptionOwner {
  subscriberId: string;
  contextKeys: ContextKeys;
}

const ofOwner = ({ subscriberId, contextKeys }: SubscriptionOwner): SQL | undefined =>
  and(eq(topicSubscribers.subscriberId, subscriberId), ofContexts(topicSubscribers.contextKeys, contextKeys));

/** A session's own subscriptions of a topic, oldest first. */
export const ownMemberships = (db: Executor, scope: Scope, key: string, owner: SubscriptionOwner) =>
  selectMemberships(db)
    .where(and(eq(topics.environmentId, scope.environmentId), eq(topics.key, key), ofOwner(owner)))
    .orderBy(topicSubscribers.createdAt, topicSubscribers.id);

/** A session's own subscriptions of an identifier, one of each topic at most. */
export async function ownByIdentifier(
  db: Executor,
  scope: Scope,
  identifier: string,
  owner: SubscriptionOwner,
): Promise<Membership[]> {
  const named = or(
    eq(topicSubscribers.identifier, identifier),
    isUuid(identifier) ? eq(topicSubscribers.id, identifier) : undefined,
    // The default one follows from the key of a topic that the identifier has in it.
    and(isNull(topicSubscribers.identifier), sql`strpos(${identifier}, ${topics.key}) > 0`),
  );
  const rows = await selectMemberships(db).where(
    and(eq(topics.environmentId, scope.environmentId), ofOwner(owner), named),
  );
  return bestOf(rows, identifier);
}

/**
 * The membership of the caller's identifier, of the default one, or of Belfry's id. Throws `not_found`, and `conflict` where several
 * have the identifier.
 */
export async function getMembership(
  db: Executor,
  scope: Scope,
  key: string,
  identifier: string,
  owner?: SubscriptionOwner,
): Promise<Membership> {
  const rows = await selectMemberships(db).where(
    and(
      eq(topics.environmentId, scope.environmentId),
      eq(topics.key, key),
      isNull(subscribers.deletedAt),
      owner && ofOwner(owner),
      namedBy(key, identifier),
    ),
  );
  const [row, another] = bestOf(rows, identifier);
  if (!row) throw notFound(`No subscription ${identifier} exists in the topic ${key}`);
  if (another) {
    throw new DomainError(
      "conflict",
      `Several subscriptions of the topic ${key} have the identifier ${identifier}: name the one that is meant by its id`,
    );
  }
  return row;
}

function namedBy(key: string, identifier: string): SQL | undefined {
  const defaulted = defaultedIn(key, identifier);
  return or(
    eq(topicSubscribers.identifier, identifier),
    isUuid(identifier) ? eq(topicSubscribers.id, identifier) : undefined,
    defaulted.length === 0
      ? undefined
      : and(
          isNull(topicSubscribers.identifier),
          sql`${subscribers.subscriberId} = any(${sql.param(defaulted)}::text[])`,
        ),
  );
}

/** Those that an identifier names: what a caller chose comes before what follows from names. */
export function bestOf(rows: readonly Membership[], identifier: string): Membership[] {
  const chosen = rows.filter(({ link }) => link.identifier === identifier);
  if (chosen.length > 0) return chosen;
  const byId = rows.filter(({ link }) => link.id === identifier);
  return byId.length > 0 ? byId : rows.filter((row) => isDefaultFor(row, identifier));
}

/** All memberships of these subscribers, who are named by the customer's ids. */
export const membershipsOf = (db: Executor, topic: Pick<TopicRow, "id">, subscriberIds: readonly string[]) =>
  selectMemberships(db)
    .where(
      and(
        eq(topicSubscribers.topicId, topic.id),
        sql`${subscribers.subscriberId} = any(${sql.param([...subscriberIds])}::text[])`,
        isNull(subscribers.deletedAt),
      ),
    )
    .orderBy(topicSubscribers.createdAt, topicSubscribers.id);

/** Memberships of a topic by their callers' identifiers, or by Belfry's ids. */
export const membershipsByIdentifier = (db: Executor, topic: Pick<TopicRow, "id">, identifiers: readonly string[]) =>
  selectMemberships(db).where(
    and(
      eq(topicSubscribers.topicId, topic.id),
      or(
        sql`${topicSubscribers.identifier} = any(${sql.param([...identifiers])}::text[])`,
        sql`${topicSubscribers.id} = any(${sql.param(identifiers.filter(isUuid))}::uuid[])`,
      ),
    ),
  );

export interface NewMembership {
  /** Belfry's id. */
  subscriberId: string;
  identifier: string | null;
  name: string | null;
}

/** Terms that the memberships of one call have in common. */
export interface MembershipTerms {
  contextKeys: ContextKeys;
  /** Undefined leaves those as they are which exist; null takes every event. */
  preferences: StoredSubscriptionPreference[] | null | undefined;
}

/** Adds memberships. For one that exists, a name and preferences that are given take the place of the former ones. */
export async function upsertMemberships(
  transaction: Transaction,
  { organizationId, environmentId }: Scope,
  topic: Pick<TopicRow, "id">,
  members: readonly NewMembership[],
  { contextKeys, preferences }: MembershipTerms,
): Promise<void> {
  if (members.length === 0) return;
  const isChosen = preferences !== undefined;
  await transaction.execute(sql`
    insert into topic_subscribers (organization_id, environment_id, topic_id, subscriber_id, identifier, name, context_keys, preferences)
    select ${organizationId}, ${environmentId}, ${topic.id}, "subscriberId", identifier, name,
      ${sql.param(contextKeys && [...contextKeys])}::text[], ${preferences ? storableJson(preferences) : null}::jsonb
    from jsonb_to_recordset(${JSON.stringify(members)}::jsonb) as given("subscriberId" uuid, identifier text, name text)
    -- In one order, so that two calls at once do not wait for each other in a circle.
    order by "subscriberId", identifier
    on conflict (topic_id, subscriber_id, context_keys, identifier) do update
      set name = coalesce(excluded.name, topic_subscribers.name),
        preferences = case when ${isChosen} then excluded.preferences else topic_subscribers.preferences end,
        updated_at = clock_timestamp()
      where excluded.name is not null or ${isChosen}`);
}

/** Changes what is given of a membership. */
export async function changeMembership(
  transaction: Transaction,
  id: string,
  {
    name,
    preferences,
  }: { name?: string | null | undefined; preferences?: StoredSubscriptionPreference[] | null | undefined },
): Promise<void> {
  const stored = preferences ? sql`${storableJson(preferences)}::jsonb` : null;
  await transaction
    .update(topicSubscribers)
    .set({
      ...(name !== undefined && { name }),
      ...(preferences !== undefined && { preferences: stored }),
      updatedAt: new Date(),
    })
    .where(eq(topicSubscribers.id, id));
}

/** Locks a membership, so that two changes of its preferences follow each other. Returns them as they are; undefined for one that is gone. */
export async function lockPreferences(
  transaction: Transaction,
  id: string,
): Promise<{ preferences: StoredSubscriptionPreference[] | null } | undefined> {
  const [row] = await transaction
    .select({ preferences: topicSubscribers.preferences })
    .from(topicSubscribers)
    .where(eq(topicSubscribers.id, id))
    .for("update");
  return row;
}

export async function deleteMemberships(transaction: Transaction, ids: readonly string[]): Promise<void> {
  await transaction.delete(topicSubscribers).where(sql`${topicSubscribers.id} = any(${sql.param([...ids])}::uuid[])`);
}
