import type { LeavingKeys } from "#contract/accounts/organizations.ts";
import { permissionsOf } from "#contract/constants/permissions.ts";
import type { Database } from "#db/client.ts";
import { deleteApiKeysOf, forgetApiKeys, passApiKeys } from "#db/queries/environments/api-keys.ts";
import {
  deleteMember,
  findActiveMember,
  findMadePermissions,
  findMember,
  findOtherAdmin,
  lockMembership,
  type MemberRow,
  type MemberWithUser,
  updateMemberRoles,
} from "#db/queries/organizations/members.ts";
import type { Transaction } from "#db/transaction.ts";
import { DomainError, notFound } from "#domain/errors.ts";
import type { PlanServices } from "#events/organization-plan.ts";
import type { MemberCaller, OrganizationCall } from "../../caller.ts";
import { keyEntry } from "../api-keys/manage-api-keys.ts";
import { note, notedIn } from "../audit.ts";
import { requireRoles } from "../organizations/require-plan.ts";
import { requireGivable, requireHeld } from "./role-grants.ts";

const unknown = (id: string) => notFound(`No member with id ${id} exists in this organization`);
const lastAdmin = () =>
  new DomainError("conflict", "The organization needs an admin: give another member the admin role first");

/**
 * Removes a member, or withdraws an invitation. API keys of the member become an admin's, or end. Tokens of the member are refused
 * from then on. Throws `not_found`, `invalid_input` for oneself, `conflict` for the last admin, and `forbidden` for a member who may
 * do more than the caller.
 */
export async function removeMember(
  db: Database,
  call: OrganizationCall,
  id: string,
  keys: LeavingKeys,
): Promise<MemberWithUser> {
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
    await requireHeldRoles(transaction, call, found.member);
    await takeOut(transaction, call, found.member, keys);
    return found;
  });
  forgetApiKeys();
  return removed;
}

/** Ends the caller's own membership. Throws `conflict` for the last admin. */
export async function leaveOrganization(
  db: Database,
  call: OrganizationCall<MemberCaller>,
  keys: LeavingKeys,
): Promise<void> {
  const {
    scope: { organizationId },
    caller,
  } = call;
  await db.transaction(async (transaction) => {
    await lockMembership(transaction, organizationId);
    const member = await findActiveMember(transaction, organizationId, caller.userId);
    if (!member) throw new DomainError("unauthorized", "Unauthorized");
    await takeOut(transaction, call, member, keys);
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

/**
 * Deletes a membership, on whose organisation the transaction holds the lock. An admin has to remain, who gets the API keys unless they
 * end; what becomes of each key is noted.
 */
async function takeOut(transaction: Transaction, call: OrganizationCall, member: MemberRow, keys: LeavingKeys) {
  const { id, organizationId, userId, status } = member;
  if (userId !== null && status === "active") {
    const heir = await findOtherAdmin(transaction, organizationId, userId);
    if (!heir?.userId) throw lastAdmin();
    const ends = keys.apiKeys === "end";
    const changed = ends
      ? await deleteApiKeysOf(transaction, organizationId, userId)
      : await passApiKeys(transaction, organizationId, { from: userId, to: heir.userId });
    for (const key of changed) {
      const action = ends ? ("api_key.ended" as const) : ("api_key.passed_on" as const);
      await note(transaction, call, { action, ...keyEntry(key), after: { userId: ends ? null : heir.userId } });
    }
  }
  await deleteMember(transaction, organizationId, id);
}

/** Throws `forbidden` unless the caller has all that a member's roles allow: nobody changes or removes somebody more powerful. */
async function requireHeldRoles(transaction: Transaction, { caller }: OrganizationCall, { id, roles }: MemberRow) {
  requireHeld(caller, [...permissionsOf(roles, await findMadePermissions(transaction, id))]);
}

/**
 * Gives a member, or somebody who is invited, one role. Throws `not_found`, `invalid_input` for an unknown role, `conflict` for the last
 * admin, and `forbidden` for another role than admin where the organisation's plan has none, and where the caller may do less.
 */
export async function changeMemberRole(
  services: PlanServices,
  call: OrganizationCall,
  id: string,
  role: string,
): Promise<MemberRow> {
  const { organizationId } = call.scope;
  if (role !== "admin") await requireRoles(services, call.scope);
  return changing(services.db, call, { action: "member.updated", id }, async (transaction) => {
    const found = await findMember(transaction, organizationId, id);
    if (!found) throw unknown(id);
    const { userId, status, roles } = found.member;
    await requireGivable(transaction, call, role);
    await requireHeldRoles(transaction, call, found.member);
    const isDemoted = role !== "admin" && status === "active" && roles.includes("admin");
    if (isDemoted && userId !== null && !(await findOtherAdmin(transaction, organizationId, userId))) throw lastAdmin();
    const changed = await updateMemberRoles(transaction, organizationId, id, [role]);
    if (!changed) throw unknown(id);
    return changed;
  });
}
