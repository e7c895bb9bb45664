import type { ChannelFlags } from "#contract/schemas/channel-flags.ts";
import { workflowOverrides } from "../../schema/workflows/workflow-overrides.ts";
import { type Scope, scopeOf } from "../../scope.ts";
import type { Transaction } from "../../transaction.ts";

export interface WorkflowOverride {
  workflowId: string;
  /** Belfry's id. */
  tenantId: string;
  active: boolean;
  /** The channels that it switches. */
  preferenceSettings: Partial<ChannelFlags>;
}

/** Stores the override of a workflow for a tenant, in place of the one that there may be. */
export async function saveWorkflowOverride(
  transaction: Transaction,
  scope: Scope,
  { workflowId, tenantId, active, preferenceSettings }: WorkflowOverride,
): Promise<void> {
  await transaction
    .insert(workflowOverrides)
    .values({ ...scopeOf(scope), workflowId, tenantId, active, preferenceSettings })
    .onConflictDoUpdate({
      target: [workflowOverrides.workflowId, workflowOverrides.tenantId],
      set: { active, preferenceSettings, updatedAt: new Date() },
    });
}
