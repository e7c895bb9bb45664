import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { ChannelFlags } from "#contract/schemas/channel-flags.ts";
import type { UpdateWorkflowOverride } from "#contract/workflows/workflow-overrides.ts";
import { notFound } from "#domain/errors.ts";
import type { Database } from "../../client.ts";
import { LIST_SKIP_ROWS, numberedPage } from "../../list-window.ts";
import { workflowOverrides } from "../../schema/workflows/workflow-overrides.ts";
import { workflows } from "../../schema/workflows/workflows.ts";
import { type Scope, scopeOf } from "../../scope.ts";
import type { Executor, Transaction } from "../../transaction.ts";
import { ALL_CHANNELS, mergeFlags } from "./save-workflow.ts";

export type WorkflowOverrideRow = typeof workflowOverrides.$inferSelect;

/** An override by its own id, or by the ids of its workflow and tenant. */
export type OverrideKey = { id: string } | { workflowId: string; tenantId: string };

const byKey = ({ environmentId }: Scope, key: OverrideKey): SQL | undefined =>
  and(
    eq(workflowOverrides.environmentId, environmentId),
    "id" in key
      ? eq(workflowOverrides.id, key.id)
      : and(eq(workflowOverrides.workflowId, key.workflowId), eq(workflowOverrides.tenantId, key.tenantId)),
  );

/** A deleted workflow has no overrides, although their rows are kept. */
const ofLiveWorkflow = sql`exists (
  select from ${workflows} w where w.id = ${workflowOverrides.workflowId} and w.deleted_at is null)`;

const unknownOverride = (key: OverrideKey) =>
  notFound(
    "id" in key
      ? `No workflow override with id ${key.id} exists in this environment`
      : `Workflow ${key.workflowId} has no override for tenant ${key.tenantId}: create one first`,
  );

/** Undefined when the workflow has one for the tenant. */
export async function insertOverride(
  transaction: Transaction,
  scope: Scope,
  override: { workflowId: string; tenantId: string; active: boolean; preferenceSettings: ChannelFlags },
): Promise<WorkflowOverrideRow | undefined> {
  const [row] = await transaction
    .insert(workflowOverrides)
    .values({ ...scopeOf(scope), ...override })
    .onConflictDoNothing()
    .returning();
  return row;
}

export interface ListedOverride extends WorkflowOverrideRow {
  workflow: Pick<typeof workflows.$inferSelect, "identifier" | "name" | "active" | "preferenceSettings">;
}

/** One page, newest first, of one tenant where it is given. */
export async function listOverrides(
  db: Database,
  scope: Scope,
  { page, limit, tenantId }: { page: number; limit: number; tenantId?: string | undefined },
): Promise<ListedOverride[]> {
  const { identifier, name, active, preferenceSettings } = workflows;
  const where = and(
    eq(workflowOverrides.environmentId, scope.environmentId),
    tenantId === undefined ? undefined : eq(workflowOverrides.tenantId, tenantId),
  );
  const rows = await numberedPage({ page, limit }, LIST_SKIP_ROWS, (range) =>
    db
      .select({ override: workflowOverrides, workflow: { identifier, name, active, preferenceSettings } })
      .from(workflowOverrides)
      // A deleted workflow has no overrides, although their rows are kept.
      .innerJoin(workflows, and(eq(workflows.id, workflowOverrides.workflowId), isNull(workflows.deletedAt)))
      .where(where)
      .orderBy(desc(workflowOverrides.createdAt), desc(workflowOverrides.id))
      .limit(range.limit)
      .offset(range.offset),
  );
  return rows.map(({ override, workflow }) => ({ ...override, workflow }));
}

export async function getOverride(db: Executor, scope: Scope, key: OverrideKey): Promise<WorkflowOverrideRow> {
  const [row] = await db
    .select()
    .from(workflowOverrides)
    .where(and(byKey(scope, key), ofLiveWorkflow));
  if (!row) throw unknownOverride(key);
  return row;
}

/** Changes what is given; channels that are not named stay. Of two changes at once, the second builds upon the first. */
export async function updateOverride(
  transaction: Transaction,
  scope: Scope,
  key: OverrideKey,
  changes: Pick<UpdateWorkflowOverride, "preferenceSettings"> & { active?: boolean | undefined },
): Promise<WorkflowOverrideRow> {
  const [current] = await transaction.select().from(workflowOverrides).where(byKey(scope, key)).for("update");
  if (!current) throw unknownOverride(key);
  const [row] = await transaction
    .update(workflowOverrides)
    .set({
      active: changes.active ?? current.active,
      preferenceSettings: mergeFlags({ ...ALL_CHANNELS, ...current.preferenceSettings }, changes.preferenceSettings),
    })
    .where(eq(workflowOverrides.id, current.id))
    .returning();
  return row ?? current;
}

export async function deleteOverride(transaction: Transaction, scope: Scope, id: string): Promise<void> {
  const deleted = await transaction
    .delete(workflowOverrides)
    .where(byKey(scope, { id }))
    .returning({ id: workflowOverrides.id });
  if (deleted.length === 0) throw unknownOverride({ id });
}
