import { z } from "zod";
import { IDENTIFIER_MAX, NAME_MAX, WORKFLOW_STEPS_MAX } from "../constants/limits.ts";
import { exactTextUpTo, Moment, nameUpTo } from "../schemas/common.ts";
import { CreateWorkflowV2, StepInputV2, VariantInputV2 } from "../v2/workflows.ts";

/** Names the format in each file. */
export const WORKFLOW_FILE_FORMAT = "belfry-workflows";
/** Of the format. A change that older readers would take wrongly makes the next one. */
export const WORKFLOW_FILE_VERSION = 1;
/** Most workflows of one file. */
export const WORKFLOW_FILE_MAX = 500;

const VariantInFile = VariantInputV2.omit({ _id: true });

const StepInFile = StepInputV2.omit({ _id: true }).extend({
  stepId: exactTextUpTo(IDENTIFIER_MAX).optional(),
  variants: z.array(VariantInFile).optional(),
});

/**
 * A workflow without the ids of the environment that it comes from: steps are known by their identifiers, layouts and feeds in control
 * values, too, and the group by its name.
 */
export const WorkflowInFile = CreateWorkflowV2.omit({ __source: true, notificationGroupId: true }).extend({
  workflowId: nameUpTo(IDENTIFIER_MAX),
  group: nameUpTo(NAME_MAX).optional(),
  steps: z
    .array(StepInFile, { error: "must be an array" })
    .max(WORKFLOW_STEPS_MAX, { error: `must contain no more than ${WORKFLOW_STEPS_MAX} elements` }),
});
export type WorkflowInFile = z.infer<typeof WorkflowInFile>;

const header = {
  format: z.literal(WORKFLOW_FILE_FORMAT, { error: `must be "${WORKFLOW_FILE_FORMAT}"` }),
  version: z.literal(WORKFLOW_FILE_VERSION, {
    error: `must be ${WORKFLOW_FILE_VERSION}: this is the version that this Belfry reads`,
  }),
  exportedAt: Moment.optional(),
};

/** A file of one or several workflows, as `docs/workflow-file.md` describes it. */
export const WorkflowFile = z.object({
  ...header,
  workflows: z
    .array(WorkflowInFile, { error: "must be an array" })
    .min(1, { error: "must contain at least 1 elements" })
    .max(WORKFLOW_FILE_MAX, { error: `must contain no more than ${WORKFLOW_FILE_MAX} elements` }),
});
export type WorkflowFile = z.infer<typeof WorkflowFile>;

/** The file without its workflows, which a reader checks one by one: a fault of one does not hinder the others. */
export const WorkflowFileHeader = z.object({
  ...header,
  workflows: z
    .array(z.unknown(), { error: "must be an array" })
    .min(1, { error: "must contain at least 1 elements" })
    .max(WORKFLOW_FILE_MAX, { error: `must contain no more than ${WORKFLOW_FILE_MAX} elements` }),
});
