import { and, eq, isNotNull, lt, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { erasures } from "#db/schema/accounts/erasures.ts";
import { subscribers } from "#db/schema/subscribers.ts";
import { topicSubscribers } from "#db/schema/topic-subscribers.ts";
import type { Scope } from "#db/scope.ts";
import type { Executor, Transaction } from "#db/transaction.ts";
import { notFound } from "#domain/errors.ts";

export type ErasureRow = typeof erasures.$inferSelect;

/**
 * Marks a subscriber as deleted and stores that its data is to be removed; one that is being erased has its erasure already. Throws
 * `not_found` for an id that neither a subscriber nor a deleted one has.
 */
export async function insertErasure(
  transaction: Transaction,
  scope: Scope,
  subscriberId: string,
  { now, expireAt }: { now: Date; expireAt: Date },
): Promise<ErasureRow> {
  const ofEnvironment = eq(subscribers.environmentId, scope.environmentId);
  const columns = { id: subscribers.id, email: subscribers.email, phone: subscribers.phone };
  const [current] = await transaction
    .select(columns)
    .from(subscribers)
    .where(and(ofEnvironment, eq(subscribers.subscriberId, subscriberId)))
    .for("update");
  // A row whose place a new subscriber took has `~` and its own id behind the id. No index finds it in every collation.
  const earlier = await transaction
    .select(columns)
    .from(subscribers)
    .where(and(ofEnvironment, isNotNull(subscribers.deletedAt), sql`starts_with(subscriber_id, ${`${subscriberId}~`})`))
    .orderBy(subscribers.id)
    .for("update");
  const found = current ? [current, ...earlier] : earlier;
  const [own] = found;
  if (!own) throw notFound(`No subscriber with id ${subscriberId} exists in this environment`);
  const ids = found.map(({ id }) => id);
  const addresses = found.flatMap(({ email, phone }) => [email, phone].filter((address) => address !== null));
  for (const id of ids) {
    await transaction.update(subscribers).set({ deletedAt: now }).where(eq(subscribers.id, id));
    await transaction.delete(topicSubscribers).where(eq(topicSubscribers.subscriberId, id));
  }
  await transaction
    .insert(erasures)
    .values({ ...scope, subscriberId: own.id, person: { subscriberId, ids, addresses }, dueAt: now, expireAt })
    .onConflictDoNothing();
  const [row] = await transaction.select().from(erasures).where(eq(erasures.subscriberId, own.id));
  if (!row) throw new Error("Postgres confirmed an insert without a row");
  return row;
}

export async function findErasure(db: Executor, scope: Scope, id: string): Promise<ErasureRow | undefined> {
  const [row] = await db
    .select()
    .from(erasures)
    .where(and(eq(erasures.environmentId, scope.environmentId), eq(erasures.id, id)));
  return row;
}

/** Throws `not_found`. */
export async function getErasure(db: Executor, scope: Scope, id: string): Promise<ErasureRow> {
  const row = await findErasure(db, scope, id);
  if (!row) throw notFound(`No erasure with id ${id} exists in this environment`);
  return row;
}

/** Notes how far an erasure is. Nothing happens when another attempt has gone on from there. */
export async function noteProgress(
  transaction: Transaction,
  { id, step, cursor }: ErasureRow,
  to: { step: number; cursor: string | null; erasedRows?: number; dueAt: Date },
): Promise<void> {
  await transaction
    .update(erasures)
    .set({
      step: to.step,
      cursor: to.cursor,
      dueAt: to.dueAt,
      erasedRows: sql`${erasures.erasedRows} + ${to.erasedRows ?? 0}`,
    })
    .where(
      and(
        eq(erasures.id, id),
        eq(erasures.step, step),
        eq(erasures.state, "running"),
        sql`${erasures.cursor} is not distinct from ${cursor}`,
      ),
    );
}

/**
 * Takes everything personal from the rows of the subscriber, and ends the erasure. False when a call has named the subscriber meanwhile,
 * which made it live again: it is deleted again, and what has been stored since has to be removed.
 */
export async function endErasure(transaction: Transaction, { id, person }: ErasureRow, now: Date): Promise<boolean> {
  const ids = sql.param(person?.ids ?? []);
  const rows = await transaction.execute<{ isAlive: boolean }>(sql`
    select deleted_at is null as "isAlive" from subscribers where id = any(${ids}::uuid[]) order by id for update`);
  if (rows.some(({ isAlive }) => isAlive)) {
    await transaction.execute(
      sql`update subscribers set deleted_at = ${now.toISOString()} where id = any(${ids}::uuid[])`,
    );
    return false;
  }
  await transaction.execute(sql`
    update subscribers set subscriber_id = 'erased~' || id, first_name = null, last_name = null, email = null, phone = null,
      avatar = null, locale = null, timezone = null, hours = null, data = null, channels = '[]', tokens_stored_at = '{}', is_online = null,
      last_online_at = null
    where id = any(${ids}::uuid[])`);
  await transaction
    .update(erasures)
    .set({ state: "completed", person: null, cursor: null, finishedAt: now, dueAt: null })
    .where(and(eq(erasures.id, id), eq(erasures.state, "running")));
  return true;
}

/** Those that nobody seems to work on, longest first. */
export function findOverdueErasures(db: Database, before: Date, limit: number): Promise<ErasureRow[]> {
  return db
    .select()
    .from(erasures)
    .where(and(isNotNull(erasures.dueAt), lt(erasures.dueAt, before)))
    .orderBy(erasures.dueAt)
    .limit(limit);
}
