import type { Permission } from "#contract/constants/permission-names.ts";
import { permissionsOfRole } from "#contract/constants/permissions.ts";
import { MEMBER_ROLES } from "#contract/constants/statuses.ts";
import { findRole } from "#db/queries/organizations/roles.ts";
import type { Executor } from "#db/transaction.ts";
import { DomainError } from "#domain/errors.ts";
import type { KeyCaller, MemberCaller } from "../../caller.ts";

export const isBuiltInRole = (identifier: string): boolean => MEMBER_ROLES.some((role) => role === identifier);

/** The permissions of a role of an organisation; undefined when it has none of that name. */
export async function permissionsOfAny(
  db: Executor,
  organizationId: string,
  identifier: string,
): Promise<readonly Permission[] | undefined> {
  if (isBuiltInRole(identifier)) return permissionsOfRole(identifier);
  return (await findRole(db, organizationId, identifier))?.permissions;
}

/**
 * Makes sure that a caller may give a role to a member or a key. Throws `invalid_input` for an unknown one, and `forbidden` for one with
 * permissions that the caller does not have: nobody makes somebody else more powerful than they are.
 */
export async function requireGivable(
  db: Executor,
  { scope: { organizationId }, caller }: { scope: { organizationId: string }; caller: KeyCaller | MemberCaller },
  identifier: string,
): Promise<void> {
  const permissions = await permissionsOfAny(db, organizationId, identifier);
  if (!permissions) {
    throw new DomainError("invalid_input", [`role ${identifier} does not exist in this organization: create it first`]);
  }
  requireHeld(caller, permissions);
}

/** Throws `forbidden` when a caller does not have all of these permissions. */
export function requireHeld({ permissions: held }: KeyCaller | MemberCaller, permissions: readonly Permission[]): void {
  const missing = permissions.filter((permission) => !held.has(permission));
  if (missing.length === 0) return;
  throw new DomainError(
    "forbidden",
    `You cannot give permissions that you do not have: ${missing.join(", ")}. Ask an admin of the organization`,
  );
}
