import type { PreferencesOfWorkflow } from "#contract/v2/workflows.ts";
import { completePreferences, workflowPreferences } from "#domain/preferences.ts";
import type { LoadedWorkflow } from "../services/v2/workflows/load-workflow.ts";

/** The preferences of a workflow without those of any subscriber: the members' where there are some. */
export function preferencesOfWorkflowView({ workflow, user }: LoadedWorkflow): PreferencesOfWorkflow {
  const resource = completePreferences(workflowPreferences(workflow));
  return {
    preferences: user ?? resource,
    type: user ? "USER_WORKFLOW" : "WORKFLOW_RESOURCE",
    source: { WORKFLOW_RESOURCE: resource, USER_WORKFLOW: user, SUBSCRIBER_GLOBAL: null, SUBSCRIBER_WORKFLOW: null },
  };
}
