import type { Database } from "#db/client.ts";
import { findTriggerTenant } from "#db/queries/tenants/tenants.ts";
import { pinnedVersion } from "#db/queries/workflows/pinned-version.ts";
import type { VersionWithSteps } from "#db/queries/workflows/workflow-versions.ts";
import { findWorkflowByTrigger, type TriggeredWorkflow } from "#db/queries/workflows/workflows.ts";
import type { Scope } from "#db/scope.ts";

export interface TriggerTarget {
  workflow: TriggeredWorkflow;
  version: VersionWithSteps;
  /** As the override for the event's tenant has it, or else the workflow. */
  isActive: boolean;
}

/** The workflow of an identifier, as an event for the tenant meets it; undefined without one. */
export async function findTriggerTarget(
  db: Database,
  scope: Scope,
  workflowId: string,
  tenant: string | undefined,
): Promise<TriggerTarget | undefined> {
  const workflow = await findWorkflowByTrigger(db, scope, workflowId);
  if (!workflow) return undefined;
  const version = await pinnedVersion(db, workflow.versionId);
  const override =
    tenant === undefined
      ? undefined
      : await findTriggerTenant(db, scope, { identifier: tenant, workflowId: workflow.id });
  return { workflow, version, isActive: override?.active ?? workflow.active };
}
