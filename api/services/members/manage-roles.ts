import type { CreateRole, UpdateRole } from "#contract/accounts/roles.ts";
import type { Database } from "#db/client.ts";
import { forgetApiKeys } from "#db/queries/environments/api-keys.ts";
import { lockMembership } from "#db/queries/organizations/members.ts";
import {
  deleteRole,
  findRole,
  insertRole,
  isRoleGiven,
  type RoleRow,
  updateRole,
} from "#db/queries/organizations/roles.ts";
import type { Transaction } from "#db/transaction.ts";
import { refusingTaken } from "#db/unique-violation.ts";
import { DomainError, notFound } from "#domain/errors.ts";
import type { PlanServices } from "#events/organization-plan.ts";
import type { OrganizationCall } from "../../caller.ts";
import { note } from "../audit.ts";
import { requireRoles } from "../organizations/require-plan.ts";
import { isBuiltInRole, requireHeld } from "./role-grants.ts";

/**
 * Makes a role out of permissions. Throws `conflict` for a name that is taken, and `forbidden` for permissions that the caller does not
 * have, or where the plan has no roles.
 */
export async function createRole(services: PlanServices, call: OrganizationCall, role: CreateRole): Promise<RoleRow> {
  await requireRoles(services, call.scope);
  requireHeld(call.caller, role.permissions);
  const taken = () =>
    new DomainError("conflict", `identifier ${role.identifier} is that of another role: choose another one`);
  if (isBuiltInRole(role.identifier)) throw taken();
  const creating = services.db.transaction(async (transaction) => {
    const row = await insertRole(transaction, { organizationId: call.scope.organizationId, ...role });
    await note(transaction, call, { action: "role.created", id: row.identifier, name: row.name, after: stateOf(row) });
    return row;
  });
  return refusingTaken("roles_identifier", creating, taken);
}

/**
 * Changes a role that the organisation made, for all who have it from their next call on. Throws `not_found`, `conflict` for a built-in
 * one, and `forbidden` when the caller does not have what it allows, before or after.
 */
export async function changeRole(
  db: Database,
  call: OrganizationCall,
  identifier: string,
  changes: UpdateRole,
): Promise<RoleRow> {
  const changed = await changing(db, call, identifier, async (transaction, role) => {
    const { name = role.name, permissions = role.permissions } = changes;
    requireHeld(call.caller, [...role.permissions, ...permissions]);
    const row = (await updateRole(transaction, role.id, { name, permissions })) ?? role;
    const states = { before: stateOf(role), after: stateOf(row) };
    await note(transaction, call, { action: "role.updated", id: identifier, name: row.name, ...states });
    return row;
  });
  forgetApiKeys();
  return changed;
}

/** Deletes a role that nobody has. Throws `not_found`, and `conflict` for a built-in one and one that somebody has. */
export function removeRole(db: Database, call: OrganizationCall, identifier: string): Promise<void> {
  return changing(db, call, identifier, async (transaction, role) => {
    if (await isRoleGiven(transaction, role.organizationId, identifier)) {
      throw new DomainError(
        "conflict",
        `Members, invited people or API keys have the role ${role.name}: give them another one first`,
      );
    }
    await deleteRole(transaction, role.id);
    await note(transaction, call, { action: "role.deleted", id: identifier, name: role.name, before: stateOf(role) });
  });
}

const stateOf = ({ identifier, name, permissions }: RoleRow) => ({
  identifier,
  name,
  permissions: [...permissions].sort(),
});

/** Holds the lock on who belongs to the organisation, so that nobody is given the role meanwhile. */
const changing = <T>(
  db: Database,
  { scope: { organizationId } }: OrganizationCall,
  identifier: string,
  change: (transaction: Transaction, role: RoleRow) => Promise<T>,
): Promise<T> =>
  db.transaction(async (transaction) => {
    if (isBuiltInRole(identifier)) {
      throw new DomainError(
        "conflict",
        `${identifier} is a built-in role, which every organization has: make another one`,
      );
    }
    await lockMembership(transaction, organizationId);
    const role = await findRole(transaction, organizationId, identifier);
    if (!role) throw notFound(`No role ${identifier} exists in this organization`);
    return change(transaction, role);
  });
