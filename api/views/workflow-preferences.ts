import type { PreferencesOfWorkflow } from "#contract/workflows-v2.ts";
import { completePreferences, workflowPreferences } from "#domain/preferences.ts";
import type { LoadedWorkflow } from "../services/workflows-v2/load-workflow.ts";

/** The preferences of a workflow without those of any subscriber: the members' where there are some. */
export function preferencesOfWorkflowView({ workflow, user }: LoadedWorkflow): PreferencesOfWorkflow {
  const resource = completePreferences(workflowPreferences(workflow));
  return {
    preferences: user ?? resource,
    type: user ? "USER_WORKFLOW" : "WORKFLOW_RESOURCE",
    source: { WORKFLOW_RESOURCE: resource, USER_WORKFLOW: user, SUBSCRIBER_GLOBAL: null, SUBSCRIBER_WORKFLOW: null },
  };
}
