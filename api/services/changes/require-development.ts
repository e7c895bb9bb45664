import type { Database } from "#db/client.ts";
import { findEnvironment } from "#db/queries/environments/environments.ts";
import type { Scope } from "#db/scope.ts";
import { DomainError } from "#domain/errors.ts";

/** Allows members to build in Development only: the result reaches Production by promotion. Throws `unauthorized`. */
export async function requireDevelopment(db: Database, scope: Scope): Promise<void> {
  const environment = await findEnvironment(db, scope.organizationId, scope.environmentId);
  if (!environment?.parentId) return;
  throw new DomainError(
    "unauthorized",
    "This action is only allowed in Development: use that environment's key or its id in Novu-Environment-Id",
  );
}
