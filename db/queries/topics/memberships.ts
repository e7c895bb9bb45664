import { and, eq, getTableColumns, isNull, like, or, sql } from "drizzle-orm";
import { notFound } from "#domain/errors.ts";
import { isUuid } from "#domain/values/uuid.ts";
import type { Database } from "../../client.ts";
import { beginningWith } from "../../like.ts";
import { countUpTo, insideOf, type ListWindow, momentOf, orderOf } from "../../list-window.ts";
import { subscribers } from "../../schema/subscribers.ts";
import { topicSubscribers } from "../../schema/topic-subscribers.ts";
import { topics } from "../../schema/topics.ts";
import type { Scope } from "../../scope.ts";
import type { Executor, Transaction } from "../../transaction.ts";
import type { TopicRow } from "./topics.ts";

/** A subscriber's membership of a topic: what newer clients call a subscription. */
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

/** One window of the members of a topic, or the one member with the customer's id. */
export async function listTopicMembers(
  db: Database,
  topic: Pick<TopicRow, "id">,
  subscriberId: string | undefined,
  window: ListWindow,
): Promise<Listed> {
  const ofTopic = and(eq(topicSubscribers.topicId, topic.id), LISTED);
  const where = subscriberId === undefined ? ofTopic : and(ofTopic, eq(subscribers.subscriberId, subscriberId));
  const [rows, count] = await Promise.all([
    selectMemberships(db)
      .where(and(where, insideOf(window, topicSubscribers)))
      .orderBy(...orderOf(window, topicSubscribers))
      .limit(window.limit),
    subscriberId === undefined ? countUpTo(db, sql`${topicSubscribers} where ${ofTopic}`) : undefined,
  ]);
  return { rows, count: count ?? rows.length };
}

/** One window of the topics that a subscriber is in, by the beginning of their keys. Subscribers are named by Belfry's id. */
export async function listTopicsOfSubscriber(
  db: Database,
  subscriberId: string,
  key: string | undefined,
  window: ListWindow,
): Promise<Listed> {
  const ofKey = key === undefined ? undefined : like(topics.key, beginningWith(key));
  const where = and(eq(topicSubscribers.subscriberId, subscriberId), ofKey);
  const [rows, count] = await Promise.all([
    selectMemberships(db)
      .where(and(where, insideOf(window, topicSubscribers)))
      .orderBy(...orderOf(window, topicSubscribers))
      .limit(window.limit),
    countUpTo(db, sql`${topicSubscribers} join ${topics} on ${topics.id} = ${topicSubscribers.topicId} where ${where}`),
  ]);
  return { rows, count };
}

/** The identifier of a membership for which the caller gave none. */
export const defaultIdentifier = (topicKey: string, subscriberId: string): string =>
  `tk=${topicKey}:si=${subscriberId}`;

/** The membership of the caller's identifier, of the default one, or of Belfry's id. Throws `not_found`. */
export async function getMembership(db: Executor, scope: Scope, key: string, identifier: string): Promise<Membership> {
  const [prefix, subscriberId] = [defaultIdentifier(key, ""), identifier.slice(defaultIdentifier(key, "").length)];
  const [row] = await selectMemberships(db)
    .where(
      and(
        eq(topics.environmentId, scope.environmentId),
        eq(topics.key, key),
        isNull(subscribers.deletedAt),
        or(
          eq(topicSubscribers.identifier, identifier),
          isUuid(identifier) ? eq(topicSubscribers.id, identifier) : undefined,
          identifier.startsWith(prefix) ? eq(subscribers.subscriberId, subscriberId) : undefined,
        ),
      ),
    )
    // What a caller chose comes before what follows from names.
    .orderBy(sql`${topicSubscribers.identifier} = ${identifier} desc nulls last`)
    .limit(1);
  if (!row) throw notFound(`No subscription ${identifier} exists in the topic ${key}`);
  return row;
}

/** The memberships of these subscribers, who are named by the customer's ids. */
export const membershipsOf = (db: Executor, topic: Pick<TopicRow, "id">, subscriberIds: readonly string[]) =>
  selectMemberships(db).where(
    and(
      eq(topicSubscribers.topicId, topic.id),
      sql`${subscribers.subscriberId} = any(${sql.param([...subscriberIds])}::text[])`,
      isNull(subscribers.deletedAt),
    ),
  );

/** Memberships of a topic by their callers' identifiers. */
export const membershipsByIdentifier = (db: Executor, topic: Pick<TopicRow, "id">, identifiers: readonly string[]) =>
  selectMemberships(db).where(
    and(
      eq(topicSubscribers.topicId, topic.id),
      sql`${topicSubscribers.identifier} = any(${sql.param([...identifiers])}::text[])`,
    ),
  );

export interface NewMembership {
  /** Belfry's id. */
  subscriberId: string;
  identifier: string | null;
  name: string | null;
}

/** Adds members. For who is one already, an identifier or name that is given takes the place of the former one. */
export async function upsertMemberships(
  transaction: Transaction,
  { organizationId, environmentId }: Scope,
  topic: Pick<TopicRow, "id">,
  members: readonly NewMembership[],
): Promise<void> {
  if (members.length === 0) return;
  await transaction.execute(sql`
    insert into topic_subscribers (organization_id, environment_id, topic_id, subscriber_id, identifier, name)
    select ${organizationId}, ${environmentId}, ${topic.id}, "subscriberId", identifier, name
    from jsonb_to_recordset(${JSON.stringify(members)}::jsonb) as given("subscriberId" uuid, identifier text, name text)
    -- In one order, so that two calls at once do not wait for each other in a circle.
    order by "subscriberId"
    on conflict (topic_id, subscriber_id) do update
      set identifier = coalesce(excluded.identifier, topic_subscribers.identifier),
        name = coalesce(excluded.name, topic_subscribers.name), updated_at = clock_timestamp()
      where excluded.identifier is not null or excluded.name is not null`);
}

export async function renameMembership(transaction: Transaction, id: string, name: string | null): Promise<void> {
  await transaction.update(topicSubscribers).set({ name }).where(eq(topicSubscribers.id, id));
}

export async function deleteMemberships(transaction: Transaction, ids: readonly string[]): Promise<void> {
  await transaction.delete(topicSubscribers).where(sql`${topicSubscribers.id} = any(${sql.param([...ids])}::uuid[])`);
}
