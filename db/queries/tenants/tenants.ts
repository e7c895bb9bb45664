import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { tenants } from "../../schema/tenants.ts";
import type { Scope } from "../../scope.ts";
import { storableJson } from "../../storable.ts";
import type { EventTenant } from "../events/insert-event.ts";

export type TenantRow = typeof tenants.$inferSelect;

export async function findTenant(db: Database, scope: Scope, identifier: string): Promise<TenantRow | undefined> {
  const [row] = await db
    .select()
    .from(tenants)
    .where(and(eq(tenants.environmentId, scope.environmentId), eq(tenants.identifier, identifier)));
  return row;
}

/** A trigger may bring a tenant's name and data up to date; it never makes a tenant (engine.md 1.7). */
export async function updateTenantFromTrigger(db: Database, scope: Scope, tenant: EventTenant | null): Promise<void> {
  if (!tenant) return;
  const { name } = tenant;
  const data = tenant.data && storableJson(tenant.data);
  if (name === undefined && data === undefined) return;
  await db
    .update(tenants)
    .set({
      ...(name !== undefined && { name }),
      ...(data !== undefined && { data: sql`${data}::text::jsonb` }),
    })
    .where(and(eq(tenants.environmentId, scope.environmentId), eq(tenants.identifier, tenant.identifier)));
}
