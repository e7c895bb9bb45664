import type { ControlIssue, StepIssues } from "#contract/workflows/step-issues.ts";

type ControlIssues = NonNullable<StepIssues["controls"]>;

/** An issue of a control that lacks a value, or whose value is of no use. */
export const missing = (variableName: string, message: string): ControlIssue => ({
  issueType: "MISSING_VALUE",
  variableName,
  message,
});

/** Returns the issues of controls with another one of a control. */
export const withMissing = (controls: ControlIssues | undefined, control: string, message: string): ControlIssues => ({
  ...controls,
  [control]: [...(controls?.[control] ?? []), missing(control, message)],
});
