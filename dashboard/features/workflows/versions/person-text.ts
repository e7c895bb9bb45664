import type { WorkflowVersion } from "#contract/v2/workflow-versions.ts";

/** Returns the name of the maker of a version, who may not be there any more. */
export const personText = (person: WorkflowVersion["createdBy"]): string =>
  person ? [person.firstName, person.lastName].filter(Boolean).join(" ") : "A former member";
