import { and, desc, eq } from "drizzle-orm";
import { notFound } from "#domain/errors.ts";
import { isUuid } from "#domain/values/uuid.ts";
import type { Database } from "../../client.ts";
import { LIST_SKIP_ROWS, numberedPage } from "../../list-window.ts";
import { tenants } from "../../schema/tenants.ts";
import { type Scope, scopeOf } from "../../scope.ts";
import type { Executor, Transaction } from "../../transaction.ts";
import { foundBy, tenantWays } from "../search/people-ways.ts";

export type TenantRow = typeof tenants.$inferSelect;
type TenantFields = Pick<TenantRow, "identifier" | "name" | "data">;

const inScope = (scope: Scope) => eq(tenants.environmentId, scope.environmentId);
const byIdentifier = (scope: Scope, identifier: string) => and(inScope(scope), eq(tenants.identifier, identifier));

const unknownTenant = (identifier: string, { environmentId }: Scope) =>
  notFound(`Tenant with identifier ${identifier} does not exist in environment ${environmentId}`);

/** Undefined when the identifier is taken. */
export async function insertTenant(
  transaction: Transaction,
  scope: Scope,
  tenant: TenantFields,
): Promise<TenantRow | undefined> {
  const [row] = await transaction
    .insert(tenants)
    .values({ ...scopeOf(scope), ...tenant })
    .onConflictDoNothing()
    .returning();
  return row;
}

/** One page, newest first; with a query of those whose identifier or name begins with it. */
export function listTenants(
  db: Database,
  scope: Scope,
  { page, limit, query }: { page: number; limit: number; query?: string | undefined },
): Promise<TenantRow[]> {
  return numberedPage({ page, limit }, LIST_SKIP_ROWS, (range) =>
    db
      .select()
      .from(tenants)
      .where(and(inScope(scope), foundBy(tenantWays, scope, query || undefined)))
      .orderBy(desc(tenants.createdAt), desc(tenants.id))
      .limit(range.limit)
      .offset(range.offset),
  );
}

export async function getTenant(db: Executor, scope: Scope, identifier: string): Promise<TenantRow> {
  const [row] = await db.select().from(tenants).where(byIdentifier(scope, identifier));
  if (!row) throw unknownTenant(identifier, scope);
  return row;
}

/** Belfry's id in place of the identifier; it stays until the transaction ends. Throws `not_found`. */
export async function holdTenant(transaction: Transaction, scope: Scope, id: string): Promise<void> {
  const rows = isUuid(id)
    ? await transaction
        .select({ id: tenants.id })
        .from(tenants)
        .where(and(inScope(scope), eq(tenants.id, id)))
        .for("key share")
    : [];
  if (rows.length === 0) throw notFound(`No tenant with id ${id} exists in this environment`);
}

export async function updateTenant(
  transaction: Transaction,
  scope: Scope,
  identifier: string,
  changes: Partial<TenantFields>,
): Promise<TenantRow> {
  if (Object.keys(changes).length === 0) return getTenant(transaction, scope, identifier);
  const [row] = await transaction.update(tenants).set(changes).where(byIdentifier(scope, identifier)).returning();
  if (!row) throw unknownTenant(identifier, scope);
  return row;
}

/** Its workflow overrides go with it. */
export async function deleteTenant(transaction: Transaction, scope: Scope, identifier: string): Promise<void> {
  const deleted = await transaction
    .delete(tenants)
    .where(byIdentifier(scope, identifier))
    .returning({ id: tenants.id });
  if (deleted.length === 0) throw unknownTenant(identifier, scope);
}
