import { and, eq, sql } from "drizzle-orm";
import { DEFAULT_RETENTION } from "#contract/constants/limits.ts";
import type { RetentionDays } from "#contract/retention.ts";
import type { Database } from "../../client.ts";
import { environments } from "../../schema/accounts/environments.ts";
import type { Scope } from "../../scope.ts";
import type { Executor, Transaction } from "../../transaction.ts";

const inScope = ({ organizationId, environmentId }: Scope) =>
  and(eq(environments.organizationId, organizationId), eq(environments.id, environmentId));

/** Null for the default. */
export async function findRetention(db: Executor, scope: Scope): Promise<RetentionDays | null> {
  const [row] = await db.select({ retention: environments.retention }).from(environments).where(inScope(scope));
  return inFull(row?.retention);
}

/** Adds the default of kinds that there were not when the days were stored. */
const inFull = (stored: RetentionDays | null | undefined): RetentionDays | null =>
  stored ? { ...DEFAULT_RETENTION, ...stored } : null;

export async function saveRetention(
  transaction: Transaction,
  scope: Scope,
  retention: RetentionDays | null,
): Promise<void> {
  await transaction.update(environments).set({ retention }).where(inScope(scope));
}

/** The environment's row, locked for a change of it. */
export async function lockRetention(transaction: Transaction, scope: Scope): Promise<RetentionDays | null> {
  const [row] = await transaction
    .select({ retention: environments.retention })
    .from(environments)
    .where(inScope(scope))
    .for("update");
  return inFull(row?.retention);
}

/**
 * Days by which the environment that keeps its rows longest exceeds the default, for runs or messages; 0 when none does. Partitions of
 * calls reach as far ahead as any environment may keep them.
 */
export async function mostExtraDays(db: Database, usual: RetentionDays): Promise<number> {
  const days = (kind: Exclude<keyof RetentionDays, "requests">) =>
    sql`coalesce(max((retention->>${kind})::int), 0) - ${usual[kind]}::int`;
  const [row] = await db
    .select({ extra: sql<number>`greatest(${days("runs")}, ${days("messages")}, ${days("inApp")}, 0)` })
    .from(environments);
  return row?.extra ?? 0;
}
