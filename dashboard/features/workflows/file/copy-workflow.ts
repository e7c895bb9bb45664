import { IDENTIFIER_MAX } from "#contract/constants/limits.ts";
import type { CreateWorkflowV2, WorkflowV2 } from "#contract/v2/workflows.ts";
import type { WorkflowInFile } from "#contract/workflows/workflow-file.ts";

/** Longest name of a workflow that is created. */
const NAME_LENGTH = 64;
const COPY = " copy";

/** Returns the definition of a workflow without the ids of what it consists of. */
export function definitionOf(workflow: WorkflowV2): Omit<WorkflowInFile, "group"> {
  const { description, payloadSchema, preferences, origin } = workflow;
  return {
    workflowId: workflow.workflowId,
    name: workflow.name,
    ...(description !== undefined && { description }),
    tags: workflow.tags,
    active: workflow.active,
    severity: workflow.severity,
    // Its templates name variables in another way than those of version 2.
    ...(origin === "novu-cloud-v1" && { origin }),
    preferences: { user: preferences.user, workflow: preferences.default },
    ...(payloadSchema && { payloadSchema }),
    validatePayload: workflow.validatePayload,
    steps: workflow.steps.map((step) => ({
      stepId: step.stepId,
      name: step.name,
      type: step.type,
      active: step.active,
      shouldStopOnFail: step.shouldStopOnFail,
      outsideHours: step.outsideHours,
      replyCallback: step.replyCallback,
      filters: step.filters,
      ...(step.branchId !== undefined && { branchId: step.branchId }),
      ...(step.expiresAfter !== undefined && { expiresAfter: step.expiresAfter }),
      ...(step.integrationIdentifier !== undefined && { integrationIdentifier: step.integrationIdentifier }),
      controlValues: step.controlValues,
      variants: step.variants.map(({ _id, ...variant }) => variant),
    })),
  };
}

/** Returns the workflow to create for a copy in the same environment, which is inactive until somebody has looked at it. */
export function copyOf(workflow: WorkflowV2): CreateWorkflowV2 {
  return {
    ...definitionOf(workflow),
    name: `${workflow.name.slice(0, NAME_LENGTH - COPY.length)}${COPY}`,
    workflowId: `${workflow.workflowId.slice(0, IDENTIFIER_MAX - 5)}-copy`,
    active: false,
  };
}
