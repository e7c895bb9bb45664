import { and, asc, eq, isNull } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { feeds } from "#db/schema/workflows/feeds.ts";
import { type Scope, scopeOf } from "#db/scope.ts";
import type { Executor, Transaction } from "#db/transaction.ts";
import { isUuid } from "#domain/values/uuid.ts";

export type FeedRow = typeof feeds.$inferSelect;

/** Live feeds of the environment. */
const inScope = ({ environmentId }: Scope) => and(eq(feeds.environmentId, environmentId), isNull(feeds.deletedAt));

/** A feed whose identifier is its name; undefined when a live one has it. */
export async function insertFeed(transaction: Transaction, scope: Scope, name: string): Promise<FeedRow | undefined> {
  const [row] = await transaction
    .insert(feeds)
    .values({ ...scopeOf(scope), name, identifier: name })
    .onConflictDoNothing()
    .returning();
  return row;
}

/** Oldest first. */
export const listFeeds = (db: Executor, scope: Scope): Promise<FeedRow[]> =>
  db.select().from(feeds).where(inScope(scope)).orderBy(asc(feeds.createdAt), asc(feeds.id));

export async function findFeed(db: Database, scope: Scope, id: string): Promise<FeedRow | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await db
    .select()
    .from(feeds)
    .where(and(inScope(scope), eq(feeds.id, id)));
  return row;
}

/** A feed of the environment, also a deleted one. */
export async function findFeedRow(transaction: Transaction, scope: Scope, id: string): Promise<FeedRow | undefined> {
  const [row] = await transaction
    .select()
    .from(feeds)
    .where(and(eq(feeds.environmentId, scope.environmentId), eq(feeds.id, id)));
  return row;
}

/** Locks a feed, so that nobody deletes it or begins to use it until the transaction ends. */
export async function lockFeed(transaction: Transaction, scope: Scope, id: string): Promise<FeedRow | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await transaction
    .select()
    .from(feeds)
    .where(and(inScope(scope), eq(feeds.id, id)))
    .for("update");
  return row;
}

export async function findFeedByIdentifier(
  transaction: Transaction,
  scope: Scope,
  identifier: string,
): Promise<FeedRow | undefined> {
  const [row] = await transaction
    .select()
    .from(feeds)
    .where(and(inScope(scope), eq(feeds.identifier, identifier)));
  return row;
}

/** Deletes a feed that the caller has locked; its row stays. */
export async function deleteFeed(transaction: Transaction, { id }: Pick<FeedRow, "id">): Promise<FeedRow | undefined> {
  const [row] = await transaction.update(feeds).set({ deletedAt: new Date() }).where(eq(feeds.id, id)).returning();
  return row;
}
