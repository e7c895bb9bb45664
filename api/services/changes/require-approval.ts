import { findAnyEnvironment } from "#db/queries/environments/environments.ts";
import type { Scope } from "#db/scope.ts";
import type { Executor } from "#db/transaction.ts";
import { DomainError } from "#domain/errors.ts";

/** Whether another member has to approve what is published to an environment. */
export const requiresApproval = async (db: Executor, { environmentId }: Scope): Promise<boolean> =>
  (await findAnyEnvironment(db, environmentId))?.requiresApproval ?? false;

/** Refuses to publish at once to an environment that requires approval. Throws `conflict`. */
export async function refuseUnapproved(db: Executor, target: Scope): Promise<void> {
  if (!(await requiresApproval(db, target))) return;
  throw new DomainError(
    "conflict",
    "Publishing to this environment needs the approval of another member: ask for it on Changes, or by POST /v1/publications",
  );
}
