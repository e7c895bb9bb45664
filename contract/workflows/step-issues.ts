import { z } from "zod";

/** Of a workflow as a whole. */
const WORKFLOW_ISSUES = [
  "MISSING_VALUE",
  "MAX_LENGTH_ACCESSED",
  "WORKFLOW_ID_ALREADY_EXISTS",
  "DUPLICATED_VALUE",
  "LIMIT_REACHED",
] as const;
const CONTROL_ISSUES = ["ILLEGAL_VARIABLE_IN_CONTROL_VALUE", "MISSING_VALUE", "TIER_LIMIT_EXCEEDED"] as const;
const INTEGRATION_ISSUES = ["MISSING_INTEGRATION"] as const;

const issue = <const T extends readonly [string, ...string[]]>(types: T) =>
  z.object({ issueType: z.enum(types), variableName: z.string().optional(), message: z.string() });

export const WorkflowIssue = issue(WORKFLOW_ISSUES);
const ControlIssue = issue(CONTROL_ISSUES);
export type ControlIssue = z.infer<typeof ControlIssue>;
const IntegrationIssue = issue(INTEGRATION_ISSUES);

/** Issues of one step: of its controls by dotted path, and of its integrations by step type. */
export const StepIssues = z.object({
  controls: z.record(z.string(), z.array(ControlIssue)).optional(),
  integration: z.record(z.string(), z.array(IntegrationIssue)).optional(),
});
export type StepIssues = z.infer<typeof StepIssues>;
