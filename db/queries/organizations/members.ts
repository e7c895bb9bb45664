import { and, asc, eq, getTableColumns, ne, sql } from "drizzle-orm";
import type { Permission } from "#contract/constants/permission-names.ts";
import type { Database } from "../../client.ts";
import { members } from "../../schema/accounts/members.ts";
import { organizations } from "../../schema/accounts/organizations.ts";
import { users } from "../../schema/accounts/users.ts";
import type { Executor, Transaction } from "../../transaction.ts";
import { permissionsMade } from "./roles.ts";

export type MemberRow = typeof members.$inferSelect;

/** The permissions that the roles of a member made by the organisation have. */
export async function findMadePermissions(db: Executor, memberId: string): Promise<Permission[]> {
  const [row] = await db.select({ made: permissionsMade() }).from(members).where(eq(members.id, memberId));
  return row?.made ?? [];
}

export async function findActiveMember(db: Executor, organizationId: string, userId: string) {
  const [row] = await db
    .select()
    .from(members)
    .where(and(eq(members.organizationId, organizationId), eq(members.userId, userId), eq(members.status, "active")));
  return row;
}

/** The memberships of a person, oldest first: a sign-in starts in the first one. */
export function listActiveMemberships(db: Executor, userId: string) {
  return db
    .select()
    .from(members)
    .where(and(eq(members.userId, userId), eq(members.status, "active")))
    .orderBy(asc(members.createdAt));
}

export type MemberWithUser = Awaited<ReturnType<typeof listMembers>>[number];

/** Everybody in the organisation, oldest membership first; people who were only invited have no user yet. */
export function listMembers(db: Database, organizationId: string) {
  return db
    .select({ member: getTableColumns(members), user: getTableColumns(users) })
    .from(members)
    .leftJoin(users, eq(users.id, members.userId))
    .where(eq(members.organizationId, organizationId))
    .orderBy(asc(members.createdAt), asc(members.id));
}

/** Keeps others from changing who belongs to an organisation until the transaction ends. Returns whether it exists. */
export async function lockMembership(transaction: Transaction, organizationId: string): Promise<boolean> {
  const rows = await transaction
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
    .for("no key update");
  return rows.length > 0;
}

/** Returns a member of the organisation, invited ones included, with the person. */
export async function findMember(
  db: Executor,
  organizationId: string,
  id: string,
): Promise<MemberWithUser | undefined> {
  const [row] = await db
    .select({ member: getTableColumns(members), user: getTableColumns(users) })
    .from(members)
    .leftJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.organizationId, organizationId), eq(members.id, id)));
  return row;
}

/** The active admin who has been a member for longest, besides one person. */
export async function findOtherAdmin(
  transaction: Transaction,
  organizationId: string,
  userId: string,
): Promise<MemberRow | undefined> {
  const [row] = await transaction
    .select()
    .from(members)
    .where(
      and(
        eq(members.organizationId, organizationId),
        eq(members.status, "active"),
        sql`'admin' = any(${members.roles})`,
        ne(members.userId, userId),
      ),
    )
    .orderBy(asc(members.createdAt), asc(members.id))
    .limit(1);
  return row;
}

export async function updateMemberRoles(
  transaction: Transaction,
  organizationId: string,
  id: string,
  roles: string[],
): Promise<MemberRow | undefined> {
  const [row] = await transaction
    .update(members)
    .set({ roles })
    .where(and(eq(members.organizationId, organizationId), eq(members.id, id)))
    .returning();
  return row;
}

export async function deleteMember(transaction: Transaction, organizationId: string, id: string): Promise<void> {
  await transaction.delete(members).where(and(eq(members.organizationId, organizationId), eq(members.id, id)));
}
