import type { WorkflowPreferences } from "#contract/preferences.ts";
import type { Database } from "#db/client.ts";
import { readBridgeAccess } from "#db/queries/bridge/bridge-access.ts";
import { readVariables, type StoredVariable } from "#db/queries/environments/environment-variables.ts";
import { findMemberPreferences } from "#db/queries/preferences/member-preferences.ts";
import { withNamedWorkflows } from "#db/queries/workflows/named-workflows.ts";
import { withVariableIssues } from "#db/queries/workflows/variable-issues.ts";
import type { VersionWithSteps } from "#db/queries/workflows/workflow-versions.ts";
import { findByReference } from "#db/queries/workflows/workflows.ts";
import type { Scope } from "#db/scope.ts";

/** A workflow with what members set for it. */
export interface LoadedWorkflow extends VersionWithSteps {
  user: WorkflowPreferences | null;
  /** Of a code-first workflow: the control values that members set, by the step's id at the bridge. */
  bridged: Readonly<Record<string, Record<string, unknown>>>;
  /** The variables of the environment, as they are stored. */
  env: readonly StoredVariable[];
}

/** Throws `not_found` for an unknown workflow. */
export async function loadWorkflow(db: Database, scope: Scope, reference: string): Promise<LoadedWorkflow> {
  const found = await findByReference(db, scope, reference);
  const { id, origin } = found.workflow;
  const [user, access, named, env] = await Promise.all([
    findMemberPreferences(db, scope, id),
    origin === "external" ? readBridgeAccess(db, scope, id) : undefined,
    withNamedWorkflows(db, scope, found.steps),
    readVariables(db, scope),
  ]);
  const steps = await withVariableIssues(db, named);
  const hasIssues = found.workflow.hasIssues || steps.some((step, index) => step.issues !== found.steps[index]?.issues);
  return {
    ...found,
    workflow: { ...found.workflow, hasIssues },
    steps,
    user,
    bridged: access?.controls ?? {},
    env: env.variables,
  };
}
