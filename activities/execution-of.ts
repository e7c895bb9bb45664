import type { Overdue } from "#db/queries/cohorts/overdue.ts";
import type { Execution } from "#engine/client.ts";

/** The execution that owns an event or a cohort. */
export function executionOf(found: Overdue): Execution {
  const { organizationId, environmentId, eventId, transactionId, executionId, audience, critical } = found;
  return {
    executionId,
    event: { organizationId, environmentId, eventId, transactionId },
    cohort: found.isOwnExecution || found.cohort === null ? undefined : found.cohort,
    workflow: found.workflowIdentifier,
    audience,
    critical,
  };
}
