import type { GlobalPreference, SubscriberPreference, WorkflowPreference } from "#contract/preferences.ts";
import type { PreferenceOfWorkflow } from "#db/queries/preferences/preferences.ts";
import { mergeGlobalPreference } from "#domain/preferences.ts";

export const workflowPreferenceView = ({
  workflow,
  version,
  preference,
  type,
}: PreferenceOfWorkflow): WorkflowPreference => ({
  template: {
    _id: workflow.id,
    name: workflow.name,
    critical: workflow.critical,
    tags: workflow.tags,
    triggers: [{ type: "event", identifier: workflow.identifier, ...version.variables }],
    ...(workflow.data && { data: workflow.data }),
  },
  preference,
  type,
});

export const globalPreferenceView = (stored: SubscriberPreference | undefined): GlobalPreference => ({
  preference: mergeGlobalPreference(stored),
});
