import { and, count, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { Fragment } from "postgres";
import type { Database } from "../../client.ts";
import { insideOf, momentOf, newestFirst, orderOf } from "../../list-window.ts";
import { auditLogs } from "../../schema/accounts/audit-logs.ts";
import { users } from "../../schema/accounts/users.ts";
import type { Scope } from "../../scope.ts";
import type { Executor, Tagged } from "../../transaction.ts";

export type AuditLogRow = typeof auditLogs.$inferSelect;
export type NewAuditLog = Omit<typeof auditLogs.$inferInsert, "id" | "createdAt">;

const COLUMNS = `organization_id, environment_id, actor, user_id, key_end, roles, action, entity_type, entity_id, entity_name,
    changes, address, user_agent, request_id, expire_at`;
/** Inserts entries that follow as jsonb, and the names that these have there. */
const INSERTED = `insert into audit_logs (${COLUMNS}) select ${COLUMNS} from jsonb_to_recordset(`;
const ENTRIES = `) as entry (organization_id uuid, environment_id uuid, actor text, user_id uuid, key_end text, roles text[], action text,
    entity_type text, entity_id text, entity_name text, changes jsonb, address text, user_agent text, request_id text,
    expire_at timestamptz)`;

export async function insertAuditLogs(sql: Tagged, rows: readonly NewAuditLog[]): Promise<void> {
  if (rows.length > 0) await insertion(sql, rows);
}

/** The part of a statement that stores entries where its part `changed` has a row, under the name `noted`. */
export const auditPart = (sql: Tagged, rows: readonly NewAuditLog[]): Fragment =>
  sql`noted as (${insertion(sql, rows)} where exists (select from changed))`;

const insertion = (sql: Tagged, rows: readonly NewAuditLog[]) =>
  sql`${sql.unsafe(INSERTED)}${JSON.stringify(rows.map(entryOf))}::text::jsonb${sql.unsafe(ENTRIES)}`;

const entryOf = ({
  organizationId,
  environmentId,
  userId,
  keyEnd,
  entityType,
  entityId,
  entityName,
  ...row
}: NewAuditLog) => {
  const { userAgent, requestId, expireAt, ...rest } = row;
  return {
    ...rest,
    organization_id: organizationId,
    environment_id: environmentId,
    user_id: userId,
    key_end: keyEnd,
    entity_type: entityType,
    entity_id: entityId,
    entity_name: entityName,
    user_agent: userAgent,
    request_id: requestId,
    expire_at: expireAt,
  };
};

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
  id?: string | undefined;
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
  for (const name of ["id", "environmentId", "userId", "actor", "action", "entityType", "entityId"] as const) {
    const value = equal[name];
    if (value !== undefined) where.push(eq(auditLogs[name], value));
  }
  // Written out, so that every plan may use the index of what people did.
  if (equal.actor && equal.actor !== "key") where.push(sql`${auditLogs.actor} <> 'key'`);
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

/** How many entries of some actions an organisation has since a moment, of all entities or of those with a name. */
export async function countActions(
  db: Executor,
  organizationId: string,
  { actions, since, entityName }: { actions: AuditLogRow["action"][]; since: Date; entityName?: string },
): Promise<number> {
  const [row] = await db
    .select({ entries: count() })
    .from(auditLogs)
    .where(
      and(
        eq(auditLogs.organizationId, organizationId),
        gte(auditLogs.createdAt, since),
        inArray(auditLogs.action, actions),
        ...(entityName === undefined ? [] : [eq(auditLogs.entityName, entityName)]),
      ),
    );
  return row?.entries ?? 0;
}
