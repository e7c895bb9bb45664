import { and, count, eq, gt, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { members } from "../../schema/accounts/members.ts";
import { organizations } from "../../schema/accounts/organizations.ts";
import { users } from "../../schema/accounts/users.ts";
import type { Executor, Transaction } from "../../transaction.ts";
import type { MemberRow } from "./members.ts";

interface NewInvitation {
  organizationId: string;
  /** Normalised. */
  email: string;
  role: string;
  inviterId: string;
  tokenHash: string;
  invitedAt: Date;
  expiresAt: Date;
  /** When mails of the invitation left, this one included. */
  mailedAt: Date[];
}

/** Whether a normalised address is invited to the organisation, or that of somebody who belongs to it. */
export async function isMemberOrInvited(
  transaction: Transaction,
  organizationId: string,
  email: string,
): Promise<boolean> {
  const rows = await transaction
    .select({ id: members.id })
    .from(members)
    .leftJoin(users, eq(users.id, members.userId))
    .where(
      and(
        eq(members.organizationId, organizationId),
        or(eq(users.email, email), and(eq(members.status, "invited"), eq(members.inviteEmail, email))),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** How many belong to an organisation, invited ones included. */
export async function countMembers(db: Executor, organizationId: string): Promise<number> {
  const [row] = await db.select({ members: count() }).from(members).where(eq(members.organizationId, organizationId));
  return row?.members ?? 0;
}

export async function insertInvitation(transaction: Transaction, invitation: NewInvitation): Promise<string> {
  const { organizationId, email, role, inviterId, tokenHash, invitedAt, expiresAt, mailedAt } = invitation;
  const [row] = await transaction
    .insert(members)
    .values({
      organizationId,
      roles: [role],
      status: "invited",
      inviteEmail: email,
      inviterId,
      invitedAt,
      inviteMailedAt: mailedAt,
      inviteTokenHash: tokenHash,
      inviteExpiresAt: expiresAt,
    })
    .returning({ id: members.id });
  if (!row) throw new Error("Postgres confirmed an insert without a row");
  return row.id;
}

/** Gives an invitation another token. Returns it; undefined when there is none that waits for an answer. */
export async function renewInvitation(
  transaction: Transaction,
  organizationId: string,
  memberId: string,
  { inviterId, tokenHash, invitedAt, expiresAt, mailedAt }: Omit<NewInvitation, "organizationId" | "email" | "role">,
): Promise<MemberRow | undefined> {
  const [row] = await transaction
    .update(members)
    .set({ inviterId, invitedAt, inviteMailedAt: mailedAt, inviteTokenHash: tokenHash, inviteExpiresAt: expiresAt })
    .where(and(eq(members.organizationId, organizationId), eq(members.id, memberId), eq(members.status, "invited")))
    .returning();
  return row;
}

/** Returns when mails of an invitation that waits for an answer left; undefined when there is none. The caller has locked the membership. */
export async function invitationMails(
  transaction: Transaction,
  organizationId: string,
  memberId: string,
): Promise<Date[] | undefined> {
  const [row] = await transaction
    .select({ mailedAt: members.inviteMailedAt })
    .from(members)
    .where(and(eq(members.organizationId, organizationId), eq(members.id, memberId), eq(members.status, "invited")));
  return row?.mailedAt;
}

/** Removes the mail of a moment from those of an invitation: it did not leave. */
export async function removeInvitationMail(db: Executor, tokenHash: string, at: Date): Promise<void> {
  await db
    .update(members)
    .set({ inviteMailedAt: sql`array_remove(${members.inviteMailedAt}, ${at.toISOString()}::timestamptz(3))` })
    .where(eq(members.inviteTokenHash, tokenHash));
}

const inviters = alias(users, "inviters");

/** Returns an invitation that waits for an answer, by the hash of its token, whether or not it is still valid. */
export async function findInvitation(db: Executor, tokenHash: string) {
  const [row] = await db
    .select({ member: members, organization: organizations, inviter: inviters, invited: users })
    .from(members)
    .innerJoin(organizations, eq(organizations.id, members.organizationId))
    .leftJoin(inviters, eq(inviters.id, members.inviterId))
    .leftJoin(users, eq(users.email, members.inviteEmail))
    .where(and(eq(members.inviteTokenHash, tokenHash), eq(members.status, "invited")));
  return row;
}

export type PendingInvitation = NonNullable<Awaited<ReturnType<typeof findInvitation>>>;

/** Makes a person the member who was invited. Returns it; undefined when the token is unknown, used or too old. */
export async function answerInvitation(
  transaction: Transaction,
  tokenHash: string,
  { userId, now }: { userId: string; now: Date },
): Promise<MemberRow | undefined> {
  const [row] = await transaction
    .update(members)
    .set({ userId, status: "active", answeredAt: now, inviteTokenHash: null })
    .where(and(eq(members.inviteTokenHash, tokenHash), eq(members.status, "invited"), gt(members.inviteExpiresAt, now)))
    .returning();
  return row;
}
