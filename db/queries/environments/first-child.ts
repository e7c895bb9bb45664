import { and, asc, eq, isNotNull, isNull } from "drizzle-orm";
import { environments } from "../../schema/accounts/environments.ts";
import type { Executor } from "../../transaction.ts";

/**
 * Returns the oldest environment of the organisation that takes its changes from another one: its Production, whose parent is its
 * Development. Undefined where no environment does.
 */
export async function findFirstChild(
  db: Executor,
  organizationId: string,
): Promise<{ id: string; parentId: string | null } | undefined> {
  const [child] = await db
    .select({ id: environments.id, parentId: environments.parentId })
    .from(environments)
    .where(
      and(
        eq(environments.organizationId, organizationId),
        isNotNull(environments.parentId),
        isNull(environments.deletedAt),
      ),
    )
    .orderBy(asc(environments.createdAt))
    .limit(1);
  return child;
}
