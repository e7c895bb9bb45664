import type { CreateTenant, UpdateTenant } from "#contract/tenants.ts";
import type { Database } from "#db/client.ts";
import { deleteTenant, insertTenant, type TenantRow, updateTenant } from "#db/queries/tenants/manage-tenants.ts";
import type { Scope } from "#db/scope.ts";
import { isUniqueViolation } from "#db/unique-violation.ts";
import { DomainError } from "#domain/errors.ts";
import type { CallContext } from "../caller.ts";

/** A new tenant. Throws `conflict` when the identifier is taken. */
export async function createTenant(
  db: Database,
  { scope }: CallContext,
  { identifier, name, data }: CreateTenant,
): Promise<TenantRow> {
  const row = await db.transaction((transaction) =>
    insertTenant(transaction, scope, { identifier, name, data: data ?? null }),
  );
  if (!row) throw taken(scope, identifier);
  return row;
}

/** Changes what is given and not empty. Throws `not_found`, and `conflict` for a taken identifier. */
export async function changeTenant(
  db: Database,
  { scope }: CallContext,
  current: string,
  { identifier, name, data }: UpdateTenant,
): Promise<TenantRow> {
  const changes = { ...(identifier && { identifier }), ...(name && { name }), ...(data && { data }) };
  try {
    return await db.transaction((transaction) => updateTenant(transaction, scope, current, changes));
  } catch (error) {
    if (!isUniqueViolation(error, "tenants_environment_identifier")) throw error;
    throw taken(scope, identifier ?? current);
  }
}

/** Overrides of workflows for the tenant go with it. Throws `not_found`. */
export const removeTenant = (db: Database, { scope }: CallContext, identifier: string): Promise<void> =>
  db.transaction((transaction) => deleteTenant(transaction, scope, identifier));

const taken = ({ environmentId }: Scope, identifier: string): DomainError =>
  new DomainError(
    "conflict",
    `Tenant with identifier ${identifier} already exists in environment ${environmentId}: choose another identifier`,
  );
