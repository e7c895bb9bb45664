import { and, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Channel } from "#contract/constants/channels.ts";
import { notFound } from "#domain/errors.ts";
import type { Database } from "../../client.ts";
import { eventContents } from "../../schema/event-contents.ts";
import { events } from "../../schema/events.ts";
import { messages } from "../../schema/messages.ts";
import { subscribers } from "../../schema/subscribers.ts";
import { workflows } from "../../schema/workflows.ts";
import type { Scope } from "../../scope.ts";

const actors = alias(subscribers, "actors");

const { id, subscriberId, firstName, lastName, avatar } = subscribers;
const actor = {
  id: actors.id,
  subscriberId: actors.subscriberId,
  firstName: actors.firstName,
  lastName: actors.lastName,
  avatar: actors.avatar,
};

/** Messages with the content of their event, who they are for, who acted, and the tags of their workflow. */
export const selectMessages = (db: Pick<Database, "select">) =>
  db
    .select({
      message: messages,
      content: { payload: eventContents.payload, overrides: eventContents.overrides },
      subscriber: { id, subscriberId, firstName, lastName, avatar },
      actor,
      workflowTags: workflows.tags,
    })
    .from(messages)
    .leftJoin(eventContents, eq(eventContents.eventId, messages.eventId))
    .leftJoin(subscribers, eq(subscribers.id, messages.subscriberId))
    .leftJoin(actors, eq(actors.id, messages.actorId))
    .leftJoin(workflows, eq(workflows.id, messages.workflowId));

export type MessageRow = Awaited<ReturnType<typeof selectMessages>>[number];

/** The subscribers whose counts a change concerns. */
export interface Touched {
  subscriberId: string;
  channel: Channel;
}

const inEnvironment = (scope: Scope, ...more: (SQL | undefined)[]) =>
  and(eq(messages.environmentId, scope.environmentId), ...more);

/** By the ids of the events, which are indexed. */
const ofTransactions = (db: Database, { environmentId }: Scope, transactionIds: readonly string[]): SQL =>
  inArray(
    messages.eventId,
    db
      .select({ id: events.id })
      .from(events)
      .where(and(eq(events.environmentId, environmentId), inArray(events.transactionId, [...transactionIds]))),
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
  const where = inEnvironment(
    scope,
    alive,
    filter.channel && eq(messages.channel, filter.channel),
    filter.subscriberId === undefined ? undefined : eq(messages.subscriberId, filter.subscriberId),
    filter.transactionIds && ofTransactions(db, scope, filter.transactionIds),
  );
  const offset = page * limit;
  const countable = db
    .select({ one: sql`1` })
    .from(messages)
    .where(where)
    .limit(offset + limit + COUNTED_BEYOND_PAGE)
    .as("countable");
  const [rows, totalCount] = await Promise.all([
    selectMessages(db).where(where).orderBy(desc(messages.createdAt), desc(messages.id)).limit(limit).offset(offset),
    db.$count(countable),
  ]);
  return { messages: rows, totalCount };
}

/** Puts a message out of sight of everyone; throws `not_found` when it is unknown or already gone. */
export async function deleteMessage(db: Database, scope: Scope, messageId: string): Promise<Touched> {
  const [touched] = await remove(db, inEnvironment(scope, alive, eq(messages.id, messageId)));
  if (!touched) throw notFound(`Message with id ${messageId} not found`);
  return touched;
}

/**
 * Puts an event's messages out of sight, or only those of one channel. Throws `not_found` when the event has no message
 * on any channel.
 */
export async function deleteMessagesOfTransaction(
  db: Database,
  scope: Scope,
  transactionId: string,
  channel: Channel | undefined,
): Promise<Touched[]> {
  const ofTransaction = inEnvironment(scope, alive, ofTransactions(db, scope, [transactionId]));
  const [any] = await db.select({ id: messages.id }).from(messages).where(ofTransaction).limit(1);
  if (!any) throw notFound(`No messages of transaction ${transactionId} were found`);
  return remove(db, and(ofTransaction, channel && eq(messages.channel, channel)));
}

const remove = (db: Database, where: SQL | undefined): Promise<Touched[]> =>
  db
    .update(messages)
    .set({ deletedAt: sql`clock_timestamp()`, updatedAt: sql`clock_timestamp()` })
    .where(where)
    .returning({ subscriberId: messages.subscriberId, channel: messages.channel });
