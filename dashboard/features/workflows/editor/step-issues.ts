import type { StepIssues } from "#contract/workflows/step-issues.ts";

/** An issue of a step with where it is. */
export interface FoundIssue {
  /** The dotted path of the control or setting: `variants.0.body`; undefined for one of the step's integrations. */
  path: string | undefined;
  message: string;
  variableName: string | undefined;
}

/** Returns the issues of a step in one list, those of its controls first. */
export function issuesIn({ controls = {}, integration = {} }: StepIssues): FoundIssue[] {
  return [
    ...Object.entries(controls).flatMap(([path, issues]) =>
      issues.map(({ message, variableName }) => ({ path, message, variableName })),
    ),
    ...Object.values(integration).flatMap((issues) =>
      issues.map(({ message }) => ({ path: undefined, message, variableName: undefined })),
    ),
  ];
}
