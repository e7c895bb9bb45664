import { and, asc, eq, sql } from "drizzle-orm";
import type { Permission } from "#contract/constants/permission-names.ts";
import { members } from "../../schema/accounts/members.ts";
import { roles } from "../../schema/accounts/roles.ts";
import type { Executor, Transaction } from "../../transaction.ts";
import { isRoleOfKey } from "../environments/api-keys.ts";

export type RoleRow = typeof roles.$inferSelect;

/** For a select that has `members`: the permissions of those of its roles that the organisation made. */
export const permissionsMade = () =>
  sql<Permission[]>`array(
    select unnest(r.permissions) from roles r
    where r.organization_id = ${members.organizationId} and r.identifier = any(${members.roles}))`;

export function listRoles(db: Executor, organizationId: string): Promise<RoleRow[]> {
  return db.select().from(roles).where(eq(roles.organizationId, organizationId)).orderBy(asc(roles.identifier));
}

const isNamed = (organizationId: string, identifier: string) =>
  and(eq(roles.organizationId, organizationId), eq(roles.identifier, identifier));

export async function findRole(db: Executor, organizationId: string, identifier: string): Promise<RoleRow | undefined> {
  const [row] = await db.select().from(roles).where(isNamed(organizationId, identifier));
  return row;
}

export async function insertRole(
  transaction: Transaction,
  role: Pick<RoleRow, "organizationId" | "identifier" | "name" | "permissions">,
): Promise<RoleRow> {
  const [row] = await transaction.insert(roles).values(role).returning();
  if (!row) throw new Error("Postgres confirmed an insert without a row");
  return row;
}

export async function updateRole(
  transaction: Transaction,
  id: string,
  changes: Partial<Pick<RoleRow, "name" | "permissions">>,
): Promise<RoleRow | undefined> {
  const [row] = await transaction.update(roles).set(changes).where(eq(roles.id, id)).returning();
  return row;
}

export async function deleteRole(transaction: Transaction, id: string): Promise<void> {
  await transaction.delete(roles).where(eq(roles.id, id));
}

/** Whether a member, somebody who is invited, or an API key has the role. */
export async function isRoleGiven(db: Executor, organizationId: string, identifier: string): Promise<boolean> {
  const rows = await db
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.organizationId, organizationId), sql`${identifier} = any(${members.roles})`))
    .limit(1);
  return rows.length > 0 || (await isRoleOfKey(db, organizationId, identifier));
}
