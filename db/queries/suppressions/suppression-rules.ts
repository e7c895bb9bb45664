import { and, eq } from "drizzle-orm";
import type { SuppressionRules } from "#contract/suppressions.ts";
import { environments } from "../../schema/accounts/environments.ts";
import type { Scope } from "../../scope.ts";
import type { Executor, Transaction } from "../../transaction.ts";

const environment = ({ organizationId, environmentId }: Scope) =>
  and(eq(environments.organizationId, organizationId), eq(environments.id, environmentId));

/** Null where the environment has none. */
export async function findSuppressionRules(db: Executor, scope: Scope): Promise<SuppressionRules | null> {
  const [row] = await db.select({ rules: environments.suppressionRules }).from(environments).where(environment(scope));
  return row?.rules ?? null;
}

export async function saveSuppressionRules(
  transaction: Transaction,
  scope: Scope,
  suppressionRules: SuppressionRules,
): Promise<void> {
  await transaction.update(environments).set({ suppressionRules }).where(environment(scope));
}
