import { and, asc, eq } from "drizzle-orm";
import type { Database } from "../client.ts";
import { members } from "../schema/members.ts";

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
