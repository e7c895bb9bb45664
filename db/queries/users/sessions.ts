import { and, desc, eq, gt, ne, sql } from "drizzle-orm";
import { isUuid } from "#domain/values/uuid.ts";
import type { Database } from "../../client.ts";
import { members } from "../../schema/accounts/members.ts";
import { organizations } from "../../schema/accounts/organizations.ts";
import { sessions } from "../../schema/accounts/sessions.ts";
import { users } from "../../schema/accounts/users.ts";
import type { Executor, Transaction } from "../../transaction.ts";
import { permissionsMade } from "../organizations/roles.ts";

export type SessionRow = typeof sessions.$inferSelect;

/** A session of a person, as a token names it. */
export interface SessionRef {
  id: string;
  userId: string;
}

export async function insertSession(
  transaction: Transaction,
  session: Pick<SessionRow, "userId" | "userAgent" | "address" | "lastUsedAt" | "expireAt">,
): Promise<SessionRow> {
  const [row] = await transaction.insert(sessions).values(session).returning();
  if (!row) throw new Error("Postgres confirmed an insert without a row");
  return row;
}

const isOpen = ({ id, userId }: SessionRef, now: Date) =>
  and(eq(sessions.id, id), eq(sessions.userId, userId), gt(sessions.expireAt, now));

/** Returns the session unless it has ended. */
export async function findSession(db: Executor, ref: SessionRef, now: Date): Promise<SessionRow | undefined> {
  if (!isUuid(ref.id) || !isUuid(ref.userId)) return undefined;
  const [row] = await db.select().from(sessions).where(isOpen(ref, now));
  return row;
}

/**
 * Returns the session with its person's active membership of an organisation, and the permissions of roles that the organisation made;
 * undefined when either has ended. `lacksSecondFactor`: the organisation demands one, and the person has none.
 */
export async function findMemberSession(db: Database, ref: SessionRef, organizationId: string, now: Date) {
  if (!isUuid(ref.id) || !isUuid(ref.userId) || !isUuid(organizationId)) return undefined;
  const [row] = await db
    .select({
      session: sessions,
      member: members,
      made: permissionsMade(),
      lacksSecondFactor: sql<boolean>`${organizations.demandsSecondFactor} and ${users.totpEnabledAt} is null`,
    })
    .from(sessions)
    .innerJoin(members, eq(members.userId, sessions.userId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(organizations, eq(organizations.id, members.organizationId))
    .where(and(isOpen(ref, now), eq(members.organizationId, organizationId), eq(members.status, "active")));
  return row;
}

/** The sessions of a person that have not ended, the one that was used last first. */
export function listSessions(db: Database, userId: string, now: Date): Promise<SessionRow[]> {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expireAt, now)))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.createdAt));
}

/** Stores that a session was used. Returns it, or undefined when it has ended. */
export async function noteUse(transaction: Transaction, ref: SessionRef, now: Date): Promise<SessionRow | undefined> {
  const [row] = await transaction.update(sessions).set({ lastUsedAt: now }).where(isOpen(ref, now)).returning();
  return row;
}

/** The addresses that a person's sessions, which have not ended, were opened from. */
export async function listSessionAddresses(db: Executor, userId: string, now: Date): Promise<string[]> {
  const rows = await db
    .selectDistinct({ address: sessions.address })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expireAt, now)));
  return rows.flatMap(({ address }) => address ?? []);
}

/** Ends one session of a person. Returns whether there was one. */
export async function deleteSession(transaction: Transaction, { id, userId }: SessionRef): Promise<boolean> {
  const rows = await transaction
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
    .returning({ id: sessions.id });
  return rows.length > 0;
}

/** Ends all sessions of a person, or all but one. */
export async function deleteSessions(transaction: Transaction, userId: string, exceptId?: string): Promise<void> {
  await transaction
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), exceptId === undefined ? undefined : ne(sessions.id, exceptId)));
}
