import { and, asc, eq } from "drizzle-orm";
import { notFound } from "#domain/errors.ts";
import { isUuid } from "#domain/values/uuid.ts";
import type { Database } from "../../client.ts";
import { notificationGroups } from "../../schema/workflows/notification-groups.ts";
import type { Scope } from "../../scope.ts";
import type { Executor, Transaction } from "../../transaction.ts";

export type NotificationGroupRow = typeof notificationGroups.$inferSelect;

const byId = (scope: Scope, id: string) =>
  and(eq(notificationGroups.environmentId, scope.environmentId), eq(notificationGroups.id, id));

const unknownGroup = (id: string) => notFound(`No notification group with id ${id} exists in this environment`);

/** Names need not be unique. A copy in another environment names its original as the parent. */
export async function insertNotificationGroup(
  transaction: Transaction,
  scope: Scope,
  name: string,
  parentId: string | null = null,
): Promise<NotificationGroupRow> {
  const { organizationId, environmentId } = scope;
  const [row] = await transaction
    .insert(notificationGroups)
    .values({ organizationId, environmentId, name, parentId })
    .returning();
  if (!row) throw new Error("Postgres confirmed an insert without a row");
  return row;
}

/** All of the environment, oldest first. */
export function listNotificationGroups(db: Executor, scope: Scope): Promise<NotificationGroupRow[]> {
  return db
    .select()
    .from(notificationGroups)
    .where(eq(notificationGroups.environmentId, scope.environmentId))
    .orderBy(asc(notificationGroups.createdAt), asc(notificationGroups.id));
}

export async function findNotificationGroup(
  db: Executor,
  scope: Scope,
  id: string,
): Promise<NotificationGroupRow | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await db.select().from(notificationGroups).where(byId(scope, id));
  return row;
}

export async function getNotificationGroup(db: Database, scope: Scope, id: string): Promise<NotificationGroupRow> {
  const row = await findNotificationGroup(db, scope, id);
  if (!row) throw unknownGroup(id);
  return row;
}

export async function renameNotificationGroup(
  transaction: Transaction,
  scope: Scope,
  id: string,
  name: string,
): Promise<NotificationGroupRow> {
  if (!isUuid(id)) throw unknownGroup(id);
  const [row] = await transaction.update(notificationGroups).set({ name }).where(byId(scope, id)).returning();
  if (!row) throw unknownGroup(id);
  return row;
}

/** Workflows of the group stay and show none. */
export async function deleteNotificationGroup(transaction: Transaction, scope: Scope, id: string): Promise<void> {
  if (!isUuid(id)) throw unknownGroup(id);
  const deleted = await transaction
    .delete(notificationGroups)
    .where(byId(scope, id))
    .returning({ id: notificationGroups.id });
  if (deleted.length === 0) throw unknownGroup(id);
}
