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
import type { MemberCaller, OrganizationCall } from "../../caller.ts";
import { note, notedIn } from "../audit.ts";
import type { PlanServices } from "../organizations/organization-plan.ts";
import { requireRoles } from "../organizations/require-plan.ts";

const unknown = (id: string) => notFound(`No member with id ${id} exists in this organization`);
const lastAdmin = () =>
  new DomainError("conflict", "The organization needs an admin: give somebody else the role admin first");

/**
 * Removes a member, or withdraws an invitation. API keys of the member become an admin's. Tokens of the member are refused
 * from then on. Throws `not_found`, `invalid_input` for oneself, and `conflict` for the last admin.
 */
export async function removeMember(db: Database, call: OrganizationCall, id: string): Promise<MemberWithUser> {
  const {
    scope: { organizationId },
    caller,
  } = call;
  const removed = await changing(db, call, { action: "member.removed", id }, async (transaction) => {
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
export async function leaveOrganization(db: Database, call: OrganizationCall<MemberCaller>): Promise<void> {
  const {
    scope: { organizationId },
    caller,
  } = call;
  await db.transaction(async (transaction) => {
    await lockMembership(transaction, organizationId);
    const member = await findActiveMember(transaction, organizationId, caller.userId);
    if (!member) throw new DomainError("unauthorized", "Unauthorized");
    await takeOut(transaction, member);
    const before = { roles: member.roles };
    await note(transaction, call, { action: "member.left", id: member.id, environmentId: null, before });
  });
  forgetApiKeys();
}

/** Notes a change of a member. The lock on the organisation comes first, as in all changes of who belongs to it. */
const changing = <T>(
  db: Database,
  call: OrganizationCall,
  entry: { action: "member.removed" | "member.updated"; id: string },
  change: (transaction: Transaction) => Promise<T>,
): Promise<T> =>
  db.transaction(async (transaction) => {
    await lockMembership(transaction, call.scope.organizationId);
    return notedIn(transaction, call, entry, change);
  });

/** Deletes a membership, on whose organisation the transaction holds the lock. An admin has to remain, who gets the API keys. */
async function takeOut(transaction: Transaction, { id, organizationId, userId, status }: MemberRow) {
  if (userId !== null && status === "active") {
    const heir = await findOtherAdmin(transaction, organizationId, userId);
    if (!heir?.userId) throw lastAdmin();
    await passApiKeys(transaction, organizationId, { from: userId, to: heir.userId });
  }
  await deleteMember(transaction, organizationId, id);
}

/**
 * Gives a member, or somebody who is invited, one role. Throws `not_found`, `conflict` for the last admin, and `forbidden` for
 * another role than admin where the organisation's plan has none.
 */
export async function changeMemberRole(
  services: PlanServices,
  call: OrganizationCall,
  id: string,
  role: MemberRole,
): Promise<MemberRow> {
  const { organizationId } = call.scope;
  if (role !== "admin") await requireRoles(services, call.scope);
  return changing(services.db, call, { action: "member.updated", id }, async (transaction) => {
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
