import slugify from "@sindresorhus/slugify";
import { z } from "zod";
import { IDENTIFIER_MAX, NAME_MAX } from "#contract/constants/limits.ts";
import { CreateWorkflowV2 } from "#contract/v2/workflows.ts";
import { CreateWorkflow, type Workflow } from "#contract/workflows.ts";

/** The fields of the form of a new workflow. */
export const NewWorkflow = z.object({
  name: CreateWorkflowV2.shape.name,
  identifier: z
    .string()
    .max(IDENTIFIER_MAX, { error: `must be at most ${IDENTIFIER_MAX} characters` })
    .regex(/^\S*$/, { error: "must have no blanks: use letters, digits, hyphens and underscores" }),
  description: z.string().max(256, { error: "must be at most 256 characters" }),
  tags: CreateWorkflowV2.shape.tags.unwrap(),
  /** The name of a group; of one that is not there yet where a template brings it. */
  group: z.string().max(NAME_MAX),
});
export type NewWorkflow = z.infer<typeof NewWorkflow>;

/** Returns the identifier that follows from a name, as the server makes it. */
export const identifierFrom = (name: string): string => slugify(name.normalize("NFKC")).slice(0, 60).replace(/-$/, "");

/** Returns the workflow to create without a template. `groupId` is that of the chosen group. */
export function blankWorkflow(values: NewWorkflow, groupId: string | undefined): CreateWorkflowV2 {
  const { name, identifier, description, tags } = values;
  return {
    name,
    ...(identifier && { workflowId: identifier }),
    ...(description && { description }),
    tags,
    ...(groupId && { notificationGroupId: groupId }),
    steps: [],
  };
}

/** Returns the workflow to create from a template, whose steps it takes. */
export function workflowFrom(
  template: Workflow,
  { name, identifier, description, tags, group }: NewWorkflow,
): CreateWorkflow {
  return CreateWorkflow.parse({
    name,
    ...(identifier && { identifier }),
    ...(description && { description }),
    tags,
    active: true,
    critical: template.critical,
    preferenceSettings: template.preferenceSettings,
    steps: template.steps,
    blueprintId: template._id,
    // Of a workflow that is made from a template, the group is found or made by its name.
    notificationGroup: { name: group },
    notificationGroupId: template._notificationGroupId,
  });
}
