import type { CreateWorkflowOverride, UpdateWorkflowOverride } from "#contract/workflow-overrides.ts";
import type { Database } from "#db/client.ts";
import { holdTenant } from "#db/queries/tenants/manage-tenants.ts";
import {
  deleteOverride,
  insertOverride,
  type OverrideKey,
  updateOverride,
  type WorkflowOverrideRow,
} from "#db/queries/workflows/manage-overrides.ts";
import { ALL_CHANNELS, lockWorkflow, mergeFlags } from "#db/queries/workflows/save-workflow.ts";
import { DomainError } from "#domain/errors.ts";
import type { CallContext } from "../caller.ts";
import { requireDevelopment } from "./require-development.ts";

/**
 * A new override, inactive and with all channels where nothing else is said. Throws `unauthorized` outside Development,
 * `not_found` for the tenant and then the workflow, and `conflict` when the pair has one.
 */
export async function createWorkflowOverride(
  db: Database,
  { scope }: CallContext,
  { workflowId, tenantId, active, preferenceSettings }: CreateWorkflowOverride,
): Promise<WorkflowOverrideRow> {
  await requireDevelopment(db, scope);
  return db.transaction(async (transaction) => {
    await holdTenant(transaction, scope, tenantId);
    await lockWorkflow(transaction, scope, workflowId);
    const row = await insertOverride(transaction, scope, {
      ...{ workflowId, tenantId, active: active ?? false },
      preferenceSettings: mergeFlags(ALL_CHANNELS, preferenceSettings),
    });
    if (row) return row;
    throw new DomainError(
      "conflict",
      `Workflow ${workflowId} has an override for tenant ${tenantId}: change that one instead`,
    );
  });
}

/** Changes what is given. Throws `unauthorized` outside Development; of a pair, `not_found` for its tenant, workflow and override. */
export async function changeWorkflowOverride(
  db: Database,
  { scope }: CallContext,
  key: OverrideKey,
  { active, preferenceSettings }: UpdateWorkflowOverride,
): Promise<WorkflowOverrideRow> {
  await requireDevelopment(db, scope);
  return db.transaction(async (transaction) => {
    if ("tenantId" in key) {
      await holdTenant(transaction, scope, key.tenantId);
      await lockWorkflow(transaction, scope, key.workflowId);
    }
    return updateOverride(transaction, scope, key, {
      active: active ?? undefined,
      preferenceSettings,
    });
  });
}

/** Throws `unauthorized` outside Development, and `not_found`. */
export async function removeWorkflowOverride(db: Database, { scope }: CallContext, id: string): Promise<void> {
  await requireDevelopment(db, scope);
  await db.transaction((transaction) => deleteOverride(transaction, scope, id));
}
