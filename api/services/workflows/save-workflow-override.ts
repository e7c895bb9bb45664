import type { CreateWorkflowOverride, UpdateWorkflowOverride } from "#contract/workflows/workflow-overrides.ts";
import type { Database } from "#db/client.ts";
import { holdTenant } from "#db/queries/tenants/manage-tenants.ts";
import {
  deleteOverride,
  getOverride,
  insertOverride,
  type OverrideKey,
  updateOverride,
  type WorkflowOverrideRow,
} from "#db/queries/workflows/manage-overrides.ts";
import { ALL_CHANNELS, mergeFlags } from "#db/queries/workflows/save-workflow.ts";
import { lockWorkflow } from "#db/queries/workflows/workflows.ts";
import type { Transaction } from "#db/transaction.ts";
import { DomainError } from "#domain/errors.ts";
import type { CallContext } from "../../caller.ts";
import { noted, notedIn } from "../audit.ts";
import { requireDevelopment } from "../changes/require-development.ts";

/**
 * A new override, inactive and with all channels where nothing else is said. Throws `unauthorized` outside Development,
 * `not_found` for the tenant and then the workflow, and `conflict` when the pair has one.
 */
export async function createWorkflowOverride(
  db: Database,
  call: CallContext,
  { workflowId, tenantId, active, preferenceSettings }: CreateWorkflowOverride,
): Promise<WorkflowOverrideRow> {
  const { scope } = call;
  await requireDevelopment(db, scope);
  const create = async (transaction: Transaction) => {
    await holdTenant(transaction, scope, tenantId);
    await lockWorkflow(transaction, scope, workflowId);
    const row = await insertOverride(transaction, scope, {
      workflowId,
      tenantId,
      active: active ?? false,
      preferenceSettings: mergeFlags(ALL_CHANNELS, preferenceSettings),
    });
    if (row) return row;
    throw new DomainError(
      "conflict",
      `Workflow ${workflowId} has an override for tenant ${tenantId}: change that one instead`,
    );
  };
  return noted(db, call, { action: "workflow_override.created" }, create, ({ id }) => id);
}

/** Changes what is given. Throws `unauthorized` outside Development; of a pair, `not_found` for its tenant, workflow and override. */
export async function changeWorkflowOverride(
  db: Database,
  call: CallContext,
  key: OverrideKey,
  { active, preferenceSettings }: UpdateWorkflowOverride,
): Promise<WorkflowOverrideRow> {
  const { scope } = call;
  await requireDevelopment(db, scope);
  return db.transaction(async (transaction) => {
    if ("tenantId" in key) {
      await holdTenant(transaction, scope, key.tenantId);
      await lockWorkflow(transaction, scope, key.workflowId);
    }
    const { id } = await getOverride(transaction, scope, key);
    const changes = { active, preferenceSettings };
    return notedIn(transaction, call, { action: "workflow_override.updated", id }, () =>
      updateOverride(transaction, scope, key, changes),
    );
  });
}

/** Throws `unauthorized` outside Development, and `not_found`. */
export async function removeWorkflowOverride(db: Database, call: CallContext, id: string): Promise<void> {
  await requireDevelopment(db, call.scope);
  await noted(db, call, { action: "workflow_override.deleted", id }, (transaction) =>
    deleteOverride(transaction, call.scope, id),
  );
}
