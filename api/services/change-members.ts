import type { MemberRole } from "#contract/constants/statuses.ts";
import type { Database } from "#db/client.ts";
import { forgetApiKeys } from "#db/queries/environments/api-keys.ts";
import {
  deleteMember,
  findActiveMember,
  findMember,
  findOtherAdmin,
  lockMembership,
  type MemberRow,
  type MemberWithUser,
  passApiKeys,
  updateMemberRoles,
} from "#db/queries/organizations/members.ts";
import type { Transaction } from "#db/transaction.ts";
import { DomainError, notFound } from "#domain/errors.ts";
import type { MemberCaller, OrganizationCall } from "../caller.ts";

const unknown = (id: string) => notFound(`No member with id ${id} exists in this organization`);
const lastAdmin = () =>
  new DomainError("conflict", "The organization needs an admin: give somebody else the role admin first");

/**
 * Removes a member, or withdraws an invitation. API keys of the member become an admin's. Tokens of the member are refused
 * from then on. Throws `not_found`, `invalid_input` for oneself, and `conflict` for the last admin.
 */
export async function removeMember(
  db: Database,
  { scope: { organizationId }, caller }: OrganizationCall,
  id: string,
): Promise<MemberWithUser> {
  const removed = await db.transaction(async (transaction) => {
    await lockMembership(transaction, organizationId);
    const found = await findMember(transaction, organizationId, id);
    if (!found) throw unknown(id);
    if (found.member.userId === caller.userId) {
      throw new DomainError("invalid_input", "You cannot remove yourself: leave the organization instead");
    }
    await takeOut(transaction, found.member);
    return found;
  });
  forgetApiKeys();
  return removed;
}

/** Ends the caller's own membership. Throws `conflict` for the last admin. */
export async function leaveOrganization(
  db: Database,
  { scope: { organizationId }, caller }: OrganizationCall<MemberCaller>,
): Promise<void> {
  await db.transaction(async (transaction) => {
    await lockMembership(transaction, organizationId);
    const member = await findActiveMember(transaction, organizationId, caller.userId);
    if (!member) throw new DomainError("unauthorized", "Unauthorized");
    await takeOut(transaction, member);
  });
  forgetApiKeys();
}

/** Deletes a membership, on whose organisation the transaction holds the lock. An admin has to remain, who gets the API keys. */
async function takeOut(transaction: Transaction, { id, organizationId, userId, status }: MemberRow) {
  if (userId !== null && status === "active") {
    const heir = await findOtherAdmin(transaction, organizationId, userId);
    if (!heir?.userId) throw lastAdmin();
    await passApiKeys(transaction, organizationId, { from: userId, to: heir.userId });
  }
  await deleteMember(transaction, organizationId, id);
}

/** Gives a member, or somebody who is invited, one role. Throws `not_found`, and `conflict` for the last admin. */
export function changeMemberRole(
  db: Database,
  { scope: { organizationId } }: OrganizationCall,
  id: string,
  role: MemberRole,
): Promise<MemberRow> {
  return db.transaction(async (transaction) => {
    await lockMembership(transaction, organizationId);
    const found = await findMember(transaction, organizationId, id);
    if (!found) throw unknown(id);
    const { userId, status, roles } = found.member;
    const isDemoted = role !== "admin" && status === "active" && roles.includes("admin");
    if (isDemoted && userId !== null && !(await findOtherAdmin(transaction, organizationId, userId))) throw lastAdmin();
    const changed = await updateMemberRoles(transaction, organizationId, id, [role]);
    if (!changed) throw unknown(id);
    return changed;
  });
}
