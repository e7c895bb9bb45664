import { and, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { ISql } from "postgres";
import type { Database } from "../../client.ts";
import { insideOf, momentOf, newestFirst, orderOf } from "../../list-window.ts";
import { auditLogs } from "../../schema/audit-logs.ts";
import { users } from "../../schema/users.ts";
import type { Scope } from "../../scope.ts";
import type { Executor } from "../../transaction.ts";

export type AuditLogRow = typeof auditLogs.$inferSelect;
export type NewAuditLog = Omit<typeof auditLogs.$inferInsert, "id" | "createdAt">;

export async function insertAuditLogs(sql: ISql, rows: readonly NewAuditLog[]): Promise<void> {
  await Promise.all(
    rows.map(
      (row) => sql`
        insert into audit_logs (organization_id, environment_id, actor, user_id, key_end, roles, action, entity_type, entity_id,
          entity_name, changes, address, user_agent, request_id, expire_at)
        values (${row.organizationId}, ${row.environmentId ?? null}, ${row.actor}, ${row.userId ?? null},
          ${row.keyEnd ?? null}, ${row.roles}::text[], ${row.action}, ${row.entityType}, ${row.entityId ?? null},
          ${row.entityName ?? null}, ${JSON.stringify(row.changes)}::text::jsonb, ${row.address ?? null},
          ${row.userAgent ?? null}, ${row.requestId ?? null}, ${row.expireAt.toISOString()})`,
    ),
  );
}

/**
 * Leaves of the entries about a subscriber what was done when and by whom, under the id of its erasure. Of entries about something else
 * whose changes name it, such as a schedule's, no changes are left.
 */
export async function eraseAuditedSubscriber(
  db: Executor,
  { organizationId, environmentId }: Scope,
  { subscriberId, erasureId }: { subscriberId: string; erasureId: string },
): Promise<void> {
  const ofEnvironment = and(eq(auditLogs.organizationId, organizationId), eq(auditLogs.environmentId, environmentId));
  const ofSubscriber = [eq(auditLogs.entityType, "subscriber"), eq(auditLogs.entityId, subscriberId)];
  await db
    .update(auditLogs)
    .set({ changes: {}, entityName: null, entityId: erasureId })
    .where(and(ofEnvironment, ...ofSubscriber));
  const namesSubscriber = sql`position(${JSON.stringify(subscriberId)} in ${auditLogs.changes}::text) > 0`;
  await db.update(auditLogs).set({ changes: {} }).where(and(ofEnvironment, namesSubscriber));
}

export interface AuditFilter {
  organizationId: string;
  environmentId: string | undefined;
  userId: string | undefined;
  actor: AuditLogRow["actor"] | undefined;
  action: string | undefined;
  entityType: string | undefined;
  entityId: string | undefined;
  from: Date | undefined;
  to: Date | undefined;
  after: { at: string; id: string } | null;
  limit: number;
}

export type ListedAuditLog = Awaited<ReturnType<typeof listAuditLogs>>[number];

/** Newest first, with the person as it is called today. */
export function listAuditLogs(db: Database, { organizationId, after, limit, from, to, ...equal }: AuditFilter) {
  const where: (SQL | undefined)[] = [eq(auditLogs.organizationId, organizationId)];
  for (const name of ["environmentId", "userId", "actor", "action", "entityType", "entityId"] as const) {
    const value = equal[name];
    if (value !== undefined) where.push(eq(auditLogs[name], value));
  }
  if (from) where.push(gte(auditLogs.createdAt, from));
  if (to) where.push(lt(auditLogs.createdAt, to));
  const window = newestFirst(after, limit);
  where.push(insideOf(window, auditLogs));
  return db
    .select({
      log: auditLogs,
      /** To the microsecond, for the cursor. */
      at: momentOf(auditLogs),
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
    })
    .from(auditLogs)
    .leftJoin(users, eq(users.id, auditLogs.userId))
    .where(and(...where))
    .orderBy(...orderOf(window, auditLogs))
    .limit(limit);
}
