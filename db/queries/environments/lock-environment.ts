import { eq } from "drizzle-orm";
import { environments } from "../../schema/accounts/environments.ts";
import type { Scope } from "../../scope.ts";
import type { Transaction } from "../../transaction.ts";

/** Locks an environment, so that two callers at once, who count what it has, do not make one too many. */
export const lockEnvironment = async (transaction: Transaction, { environmentId }: Scope): Promise<void> => {
  await transaction
    .select({ id: environments.id })
    .from(environments)
    .where(eq(environments.id, environmentId))
    .for("update");
};
