import { and, eq, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { type ListedRow, searchRows } from "#db/list-search.ts";
import type { ListWindow } from "#db/list-window.ts";
import { contexts } from "#db/schema/contexts.ts";
import { type Scope, scopeOf } from "#db/scope.ts";
import { storableJson } from "#db/storable.ts";
import type { Executor, Transaction } from "#db/transaction.ts";
import { contextKey, type NamedContext } from "#domain/contexts.ts";
import { notFound } from "#domain/errors.ts";
import { contextWays, foundBy } from "../../search/people-ways.ts";

export type ContextRow = typeof contexts.$inferSelect;
type ContextReference = Pick<NamedContext, "type" | "id">;

const byKey = ({ environmentId }: Scope, context: ContextReference) =>
  and(eq(contexts.environmentId, environmentId), eq(contexts.key, contextKey(context)));

const unknownContext = (context: ContextReference) =>
  notFound(`No context ${contextKey(context)} exists in this environment`);

/** Undefined when the environment has the context already. */
export async function insertContext(
  transaction: Transaction,
  scope: Scope,
  { type, id, data = {} }: NamedContext,
): Promise<ContextRow | undefined> {
  const key = contextKey({ type, id });
  const [row] = await transaction
    .insert(contexts)
    .values({ ...scopeOf(scope), key, type, contextId: id, data: sql`${storableJson(data)}::text::jsonb` })
    .onConflictDoNothing()
    .returning();
  return row;
}

/** One window of an environment's contexts, and their number, as `searchRows` counts it. */
export function searchContexts(
  db: Database,
  scope: Scope,
  { id, search }: { id?: string | undefined; search?: string | undefined },
  window: ListWindow,
): Promise<{ rows: ListedRow<typeof contexts>[]; count: number }> {
  const where = and(
    eq(contexts.environmentId, scope.environmentId),
    id === undefined ? undefined : eq(contexts.contextId, id),
    foundBy(contextWays, scope, search),
  );
  return searchRows(db, contexts, { where, isSearch: id !== undefined || search !== undefined }, window);
}

/** Throws `not_found`. */
export async function getContext(db: Executor, scope: Scope, context: ContextReference): Promise<ContextRow> {
  const [row] = await db.select().from(contexts).where(byKey(scope, context));
  if (!row) throw unknownContext(context);
  return row;
}

/** Throws `not_found`. */
export async function updateContext(
  transaction: Transaction,
  scope: Scope,
  context: ContextReference,
  data: Record<string, unknown>,
): Promise<ContextRow> {
  const [row] = await transaction
    .update(contexts)
    .set({ data: sql`${storableJson(data)}::text::jsonb` })
    .where(byKey(scope, context))
    .returning();
  if (!row) throw unknownContext(context);
  return row;
}

/** Throws `not_found`. */
export async function deleteContext(transaction: Transaction, scope: Scope, context: ContextReference): Promise<void> {
  const deleted = await transaction.delete(contexts).where(byKey(scope, context)).returning({ id: contexts.id });
  if (deleted.length === 0) throw unknownContext(context);
}
