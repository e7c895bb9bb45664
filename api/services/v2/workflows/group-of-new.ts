import type { Database } from "#db/client.ts";
import {
  insertNotificationGroup,
  listNotificationGroups,
} from "#db/queries/notification-groups/notification-groups.ts";
import type { Scope } from "#db/scope.ts";

/** Id of the group that a new workflow is put into: the oldest one, or `General` in an environment that has none. */
export async function groupOfNew(db: Database, scope: Scope): Promise<string> {
  const [oldest] = await listNotificationGroups(db, scope);
  if (oldest) return oldest.id;
  return db.transaction(async (transaction) => (await insertNotificationGroup(transaction, scope, "General")).id);
}
