import type { CreateTenant, UpdateTenant } from "#contract/tenants.ts";
import type { Database } from "#db/client.ts";
import { deleteTenant, insertTenant, type TenantRow, updateTenant } from "#db/queries/tenants/manage-tenants.ts";
import type { Scope } from "#db/scope.ts";
import type { Transaction } from "#db/transaction.ts";
import { refusingTaken } from "#db/unique-violation.ts";
import { DomainError } from "#domain/errors.ts";
import type { CallContext } from "../../caller.ts";
import { noted } from "../audit.ts";

/** A new tenant. Throws `conflict` when the identifier is taken. */
export async function createTenant(
  db: Database,
  call: CallContext,
  { identifier, name, data }: CreateTenant,
): Promise<TenantRow> {
  const create = async (transaction: Transaction) => {
    const row = await insertTenant(transaction, call.scope, { identifier, name, data: data ?? null });
    if (!row) throw taken(call.scope, identifier);
    return row;
  };
  return noted(db, call, { action: "tenant.created" }, create, (row) => row.identifier);
}

/** Changes what is given and not empty. Throws `not_found`, and `conflict` for a taken identifier. */
export async function changeTenant(
  db: Database,
  call: CallContext,
  current: string,
  { identifier, name, data }: UpdateTenant,
): Promise<TenantRow> {
  const changes = { ...(identifier && { identifier }), ...(name && { name }), ...(data && { data }) };
  const saving = noted(
    db,
    call,
    { action: "tenant.updated", id: current },
    (transaction) => updateTenant(transaction, call.scope, current, changes),
    (row) => row.identifier,
  );
  return refusingTaken("tenants_environment_identifier", saving, () => taken(call.scope, identifier ?? current));
}

/** Overrides of workflows for the tenant go with it. Throws `not_found`. */
export const removeTenant = (db: Database, call: CallContext, identifier: string): Promise<void> =>
  noted(db, call, { action: "tenant.deleted", id: identifier }, (transaction) =>
    deleteTenant(transaction, call.scope, identifier),
  );

const taken = ({ environmentId }: Scope, identifier: string): DomainError =>
  new DomainError(
    "conflict",
    `Tenant with identifier ${identifier} already exists in environment ${environmentId}: choose another identifier`,
  );
