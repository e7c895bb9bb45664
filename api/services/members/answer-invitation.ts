import type { Database } from "#db/client.ts";
import { answerInvitation, findInvitation, type PendingInvitation } from "#db/queries/organizations/invitations.ts";
import { findActiveMember, type MemberRow } from "#db/queries/organizations/members.ts";
import { findUser, type UserRow, updateUser } from "#db/queries/users/users.ts";
import { hashSecret } from "#db/secret-hash.ts";
import type { Executor, Transaction } from "#db/transaction.ts";
import { refusingTaken } from "#db/unique-violation.ts";
import { DomainError, notFound } from "#domain/errors.ts";
import type { AuditOrigin, PersonCall } from "../../caller.ts";
import { noteOfPerson } from "../audit.ts";
import { renewSession } from "../people/sessions.ts";

/** Returns an invitation that can be accepted. Throws `invalid_input` for a token that is unknown, used or too old. */
export async function requireValidInvitation(db: Executor, token: string): Promise<PendingInvitation> {
  const found = await findInvitation(db, hashSecret(token));
  if (!found) throw expired("ask an admin of the organisation for another one");
  const { member, organization, inviter } = found;
  if (member.inviteExpiresAt && member.inviteExpiresAt > new Date()) return found;
  const whom = inviter ? `${inviter.firstName} or another admin` : "an admin";
  throw expired(`ask ${whom} of ${organization.name} for another one`);
}

const expired = (remedy: string) =>
  new DomainError("invalid_input", `The invitation is unknown, was used or withdrawn, or has expired: ${remedy}`);

/**
 * Makes the person the member who was invited. Whoever has the token may accept: people have several addresses. Throws
 * `invalid_input` for a token that is not valid any more, and `conflict` for somebody who belongs to the organisation.
 */
export async function joinByInvitation(
  transaction: Transaction,
  user: UserRow,
  token: string,
  audit: AuditOrigin | undefined,
): Promise<MemberRow> {
  const { member } = await requireValidInvitation(transaction, token);
  if (await findActiveMember(transaction, member.organizationId, user.id)) throw alreadyMember();
  const now = new Date();
  const joined = await answerInvitation(transaction, hashSecret(token), { userId: user.id, now });
  if (!joined) throw expired("ask an admin of the organisation for another one");
  const after = { roles: joined.roles };
  const entry = { action: "member.joined", id: joined.id, name: user.email, after } as const;
  await noteOfPerson(transaction, audit, user.id, entry, [joined.organizationId]);
  // The token came by mail to this address.
  if (joined.inviteEmail === user.email) await updateUser(transaction, user.id, { emailVerifiedAt: now });
  return joined;
}

const alreadyMember = () => new DomainError("conflict", "You belong to this organisation already: switch to it");

/** Accepts an invitation for somebody who is signed in. Returns a token that names the organisation. */
export async function acceptInvitation(
  db: Database,
  { caller: { userId, sessionId }, audit }: PersonCall,
  { token, secret }: { token: string; secret: string },
): Promise<string> {
  const accepting = db.transaction(async (transaction) => {
    const user = await findUser(transaction, userId);
    if (!user) throw notFound("The user of this token does not exist any more");
    const membership = await joinByInvitation(transaction, user, token, audit);
    return renewSession(transaction, user, sessionId, { secret, membership });
  });
  return refusingTaken("members_organization_user", accepting, alreadyMember);
}
