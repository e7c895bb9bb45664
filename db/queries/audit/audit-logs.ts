import { and, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { Fragment, ISql } from "postgres";
import type { Database } from "../../client.ts";
import { insideOf, momentOf, newestFirst, orderOf } from "../../list-window.ts";
import { auditLogs } from "../../schema/audit-logs.ts";
import { users } from "../../schema/users.ts";
import type { Scope } from "../../scope.ts";
import type { Executor } from "../../transaction.ts";

export type AuditLogRow = typeof auditLogs.$inferSelect;
export type NewAuditLog = Omit<typeof auditLogs.$inferInsert, "id" | "createdAt">;

const COLUMNS = `organization_id, environment_id, actor, user_id, key_end, roles, action, entity_type, entity_id, entity_name,
    changes, address, user_agent, request_id, expire_at`;
const INSERTED = `insert into audit_logs (${COLUMNS})
    select ${COLUMNS} from jsonb_to_recordset($entries) as entry (organization_id uuid, environment_id uuid, actor text,
      user_id uuid, key_end text, roles text[], action text, entity_type text, entity_id text, entity_name text, changes jsonb,
      address text, user_agent text, request_id text, expire_at timestamptz)`;
const [INSERTED_FROM = "", INSERTED_AS = ""] = INSERTED.split("$entries");

export async function insertAuditLogs(sql: ISql, rows: readonly NewAuditLog[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`${sql.unsafe(INSERTED_FROM)} ${entriesOf(rows)}::text::jsonb ${sql.unsafe(INSERTED_AS)}`;
}

/** The part of a statement that stores entries where its part `changed` has a row, under the name `noted`. */
export const auditPart = (sql: ISql, rows: readonly NewAuditLog[]): Fragment =>
  sql`noted as (
    ${sql.unsafe(INSERTED_FROM)} ${entriesOf(rows)}::text::jsonb ${sql.unsafe(INSERTED_AS)} where exists (select from changed)
  )`;

const entriesOf = (rows: readonly NewAuditLog[]): string =>
  JSON.stringify(
    rows.map((row) => ({
      ...{
        organization_id: row.organizationId,
        environment_id: row.environmentId,
        actor: row.actor,
        user_id: row.userId,
      },
      ...{
        key_end: row.keyEnd,
        roles: row.roles,
        action: row.action,
        entity_type: row.entityType,
        entity_id: row.entityId,
      },
      ...{ entity_name: row.entityName, changes: row.changes, address: row.address, user_agent: row.userAgent },
      ...{ request_id: row.requestId, expire_at: row.expireAt },
    })),
  );

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
