import { and, eq, isNull } from "drizzle-orm";
import type { StoredSafetyCaps } from "#contract/safety-caps.ts";
import { environments } from "../../schema/accounts/environments.ts";
import { workflows } from "../../schema/workflows/workflows.ts";
import type { Scope } from "../../scope.ts";
import type { Executor, Transaction } from "../../transaction.ts";
import { unknownWorkflow } from "../workflows/workflows.ts";

const environment = ({ organizationId, environmentId }: Scope) =>
  and(eq(environments.organizationId, organizationId), eq(environments.id, environmentId));
const workflow = ({ environmentId }: Scope, id: string) =>
  and(eq(workflows.environmentId, environmentId), eq(workflows.id, id), isNull(workflows.deletedAt));

/** The caps that the environment sets itself. */
export async function findEnvironmentCaps(db: Executor, scope: Scope): Promise<StoredSafetyCaps> {
  const [row] = await db.select({ caps: environments.safetyCaps }).from(environments).where(environment(scope));
  return row?.caps ?? {};
}

/** The caps that a workflow sets itself. Throws `not_found`. */
export async function findWorkflowCaps(db: Executor, scope: Scope, id: string): Promise<StoredSafetyCaps> {
  const [row] = await db.select({ caps: workflows.safetyCaps }).from(workflows).where(workflow(scope, id));
  if (!row) throw unknownWorkflow(id);
  return row.caps ?? {};
}

export async function saveEnvironmentCaps(
  transaction: Transaction,
  scope: Scope,
  safetyCaps: StoredSafetyCaps,
): Promise<void> {
  await transaction.update(environments).set({ safetyCaps }).where(environment(scope));
}

/** Throws `not_found`. */
export async function saveWorkflowCaps(
  transaction: Transaction,
  scope: Scope,
  id: string,
  safetyCaps: StoredSafetyCaps,
): Promise<void> {
  const changed = await transaction
    .update(workflows)
    .set({ safetyCaps })
    .where(workflow(scope, id))
    .returning({ id: workflows.id });
  if (changed.length === 0) throw unknownWorkflow(id);
}
