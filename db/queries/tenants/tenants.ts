import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { tenants } from "../../schema/tenants.ts";
import { workflowOverrides } from "../../schema/workflows/workflow-overrides.ts";
import type { Scope } from "../../scope.ts";
import { storableJson } from "../../storable.ts";
import type { Transaction } from "../../transaction.ts";
import type { EventTenant } from "../events/insert-event.ts";

/** A trigger's tenant, with what its override says about whether the workflow is active; null without an override. */
export interface TriggerTenant {
  active: boolean | null;
}

/** Undefined when the environment has no such tenant. */
export async function findTriggerTenant(
  db: Database,
  scope: Scope,
  { identifier, workflowId }: { identifier: string; workflowId: string },
): Promise<TriggerTenant | undefined> {
  const [row] = await db
    .select({ active: workflowOverrides.active })
    .from(tenants)
    .leftJoin(
      workflowOverrides,
      and(eq(workflowOverrides.tenantId, tenants.id), eq(workflowOverrides.workflowId, workflowId)),
    )
    .where(and(eq(tenants.environmentId, scope.environmentId), eq(tenants.identifier, identifier)));
  return row;
}

/** A trigger may bring a tenant's name and data up to date; it never makes a tenant. */
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

/** Creates the tenant of an event at a bridge where there is none. */
export async function ensureTenant(transaction: Transaction, scope: Scope, tenant: EventTenant | null): Promise<void> {
  if (!tenant) return;
  const { organizationId, environmentId } = scope;
  const { identifier, name, data } = tenant;
  await transaction
    .insert(tenants)
    .values({
      organizationId,
      environmentId,
      identifier,
      name: name ?? null,
      data: data ? sql`${storableJson(data)}::text::jsonb` : null,
    })
    .onConflictDoNothing();
}
