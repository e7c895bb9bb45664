import { and, asc, eq, getTableColumns } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { members } from "../../schema/members.ts";
import { users } from "../../schema/users.ts";

export async function findActiveMember(db: Database, organizationId: string, userId: string) {
  const [row] = await db
    .select()
    .from(members)
    .where(and(eq(members.organizationId, organizationId), eq(members.userId, userId), eq(members.status, "active")));
  return row;
}

/** The memberships of a person, oldest first: a sign-in starts in the first one. */
export function listActiveMemberships(db: Database, userId: string) {
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
