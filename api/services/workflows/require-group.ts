import type { Database } from "#db/client.ts";
import { findNotificationGroup } from "#db/queries/notification-groups/notification-groups.ts";
import type { Scope } from "#db/scope.ts";
import { DomainError } from "#domain/errors.ts";

/** Throws `invalid_input` where the environment has no group of this id. */
export async function requireGroup(db: Database, scope: Scope, id: string): Promise<void> {
  if (await findNotificationGroup(db, scope, id)) return;
  throw new DomainError(
    "invalid_input",
    `notificationGroupId ${id} names no group of this environment: take one from GET /v1/notification-groups`,
  );
}
