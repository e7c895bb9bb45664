import type { TriggerStatus } from "#contract/constants/statuses.ts";

/** Says what became of an event, by the status of the answer. */
export const STATUS_TEXTS: Record<TriggerStatus, string> = {
  processed: "Accepted. The run starts at once.",
  trigger_not_active: "Not sent: the workflow is inactive. Activate it and send again.",
  no_workflow_steps_defined: "Not sent: the workflow has no steps.",
  no_workflow_active_steps_defined: "Not sent: none of the workflow's steps is active.",
  no_tenant_found: "Not sent: this environment has no tenant with that identifier.",
  invalid_recipients: "Not sent: the subscriber id may contain letters, digits, underscores and hyphens only.",
  error: "Not sent.",
};
