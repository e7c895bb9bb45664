import { and, eq } from "drizzle-orm";
import type { StoredTestDelivery } from "#contract/accounts/test-delivery.ts";
import { environments } from "../../schema/accounts/environments.ts";
import type { Scope } from "../../scope.ts";
import type { Executor, Transaction } from "../../transaction.ts";

const environment = ({ organizationId, environmentId }: Scope) =>
  and(eq(environments.organizationId, organizationId), eq(environments.id, environmentId));

/** Returns the setting of the environment, and whether content is promoted to it, as to Production. */
export async function findTestDelivery(
  db: Executor,
  scope: Scope,
): Promise<{ setting: StoredTestDelivery | null; isProduction: boolean }> {
  const [row] = await db
    .select({ setting: environments.testDelivery, parentId: environments.parentId })
    .from(environments)
    .where(environment(scope));
  return { setting: row?.setting ?? null, isProduction: row?.parentId != null };
}

export async function saveTestDelivery(
  transaction: Transaction,
  scope: Scope,
  testDelivery: StoredTestDelivery,
): Promise<void> {
  await transaction.update(environments).set({ testDelivery }).where(environment(scope));
}
