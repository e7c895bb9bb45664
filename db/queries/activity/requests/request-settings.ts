import { and, eq } from "drizzle-orm";
import type { RequestSettings } from "#contract/activity/requests.ts";
import { DEFAULT_RETENTION } from "#contract/constants/limits.ts";
import { environments } from "#db/schema/accounts/environments.ts";
import type { Scope } from "#db/scope.ts";
import type { Executor, Transaction } from "#db/transaction.ts";

const inScope = ({ organizationId, environmentId }: Scope) =>
  and(eq(environments.organizationId, organizationId), eq(environments.id, environmentId));

/** Returns what is recorded of calls, and for how long it is kept. */
export async function findRequestSettings(db: Executor, scope: Scope): Promise<RequestSettings> {
  const [row] = await db
    .select({ recorded: environments.recordedRequests, retention: environments.retention })
    .from(environments)
    .where(inScope(scope));
  return { recorded: row?.recorded ?? "everything", days: row?.retention?.requests ?? DEFAULT_RETENTION.requests };
}

export async function saveRecorded(
  transaction: Transaction,
  scope: Scope,
  { recorded }: Pick<RequestSettings, "recorded">,
): Promise<void> {
  await transaction.update(environments).set({ recordedRequests: recorded }).where(inScope(scope));
}
