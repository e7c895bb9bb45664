import slugify from "@sindresorhus/slugify";
import { z } from "zod";
import { IDENTIFIER_MAX, NAME_MAX, SLUG_MAX } from "#contract/constants/limits.ts";
import { CreateWorkflowV2 } from "#contract/v2/workflows.ts";
import { CreateWorkflow, type Workflow } from "#contract/workflows/workflows.ts";

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

/** Latin letters that the package spells as the server does, which has spellings of its own for others, and for other scripts. */
const SPELLED_ALIKE = /^[\u0020-\u017f]*$/;
const SPELLED_BY_SERVER = /[ÆŒÞ]/;

/**
 * Returns the identifier that the server makes from a name. Empty where only the server can spell it, as it does for a workflow without
 * an identifier: the spellings of all scripts are too large to be loaded.
 */
export function identifierFrom(name: string): string {
  const text = name.normalize("NFKC");
  if (!SPELLED_ALIKE.test(text) || SPELLED_BY_SERVER.test(text)) return "";
  return slugify(text).slice(0, SLUG_MAX).replace(/-$/, "");
}

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
