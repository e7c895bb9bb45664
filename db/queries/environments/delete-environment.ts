import { and, asc, eq, isNotNull, isNull } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { Database } from "../../client.ts";
import { apiKeys } from "../../schema/accounts/api-keys.ts";
import { environments } from "../../schema/accounts/environments.ts";
import { schedules } from "../../schema/workflows/schedules.ts";
import type { Scope } from "../../scope.ts";
import type { Transaction } from "../../transaction.ts";

/** Whether an environment belongs to the pair that every organisation has: one is the parent of the other. */
export async function isOfPair(transaction: Transaction, { organizationId, environmentId }: Scope): Promise<boolean> {
  const rows = await transaction
    .select({ id: environments.id, parentId: environments.parentId })
    .from(environments)
    .where(and(eq(environments.organizationId, organizationId), isNotNull(environments.parentId)));
  return rows.some(({ id, parentId }) => id === environmentId || parentId === environmentId);
}

/**
 * Takes an environment away from everybody: its keys and schedules end with the commit, and nobody finds it any more. Its rows are
 * removed afterwards, in portions: `db/queries/retention/deleted-environments.ts`. False when it is gone already.
 */
export async function markEnvironmentDeleted(transaction: Transaction, scope: Scope): Promise<boolean> {
  const marked = await transaction
    .update(environments)
    .set({ deletedAt: new Date() })
    .where(
      and(
        eq(environments.organizationId, scope.organizationId),
        eq(environments.id, scope.environmentId),
        isNull(environments.deletedAt),
      ),
    )
    .returning({ id: environments.id });
  await transaction.delete(apiKeys).where(eq(apiKeys.environmentId, scope.environmentId));
  await transaction.delete(schedules).where(eq(schedules.environmentId, scope.environmentId));
  return marked.length > 0;
}

/** Environments whose rows are still to be removed, the longest deleted first. */
export async function listDeletedEnvironments(db: Database): Promise<(Scope & { deletedAt: Date })[]> {
  const rows = await db
    .select({
      organizationId: environments.organizationId,
      environmentId: environments.id,
      deletedAt: environments.deletedAt,
    })
    .from(environments)
    .where(isNotNull(environments.deletedAt))
    .orderBy(asc(environments.deletedAt));
  return rows.flatMap(({ deletedAt, ...scope }) => (deletedAt ? [{ ...scope, deletedAt }] : []));
}

/** Sessions of a deleted environment end within this time on every process. */
const TTL_MS = 1_000;
const live = new LRUCache<string, boolean>({ max: 10_000, ttl: TTL_MS });

/** Whether the environment is there; cached, because every request of an inbox asks. */
export async function isEnvironmentLive(db: Database, environmentId: string): Promise<boolean> {
  const known = live.get(environmentId);
  if (known !== undefined) return known;
  const rows = await db
    .select({ id: environments.id })
    .from(environments)
    .where(and(eq(environments.id, environmentId), isNull(environments.deletedAt)));
  live.set(environmentId, rows.length > 0);
  return rows.length > 0;
}
