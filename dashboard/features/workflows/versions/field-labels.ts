import type { StepV2 } from "#contract/v2/workflows.ts";

/** The fields of a step beside its content, as its panel calls them. */
const STEP_FIELDS = {
  name: "Name",
  stepId: "Identifier",
  active: "Step status",
  filters: "Conditions",
  variants: "Variants",
  shouldStopOnFail: "End the run when this step fails",
  outsideHours: "Outside the subscriber's hours",
  replyCallback: "Replies",
  branchId: "Branch",
  expiresAfter: "Expiry",
  integrationIdentifier: "Integration",
} as const;
export type StepField = keyof typeof STEP_FIELDS;

export const stepFieldLabel = (field: StepField): string => STEP_FIELDS[field];
export const STEP_FIELD_NAMES: readonly StepField[] = [
  "name",
  "stepId",
  "active",
  "filters",
  "variants",
  "shouldStopOnFail",
  "outsideHours",
  "replyCallback",
  "branchId",
  "expiresAfter",
  "integrationIdentifier",
];

/** The texts of what is done with a message outside the hours of its subscriber. */
export const OUTSIDE_HOURS_TEXTS: Readonly<Record<StepV2["outsideHours"], string>> = {
  defer: "Sent when they begin",
  merge: "Sent as one when they begin",
  drop: "Not sent",
};

/** Values whose fields have another name than their own. */
const VALUES: Readonly<Record<string, string>> = {
  avatar: "Avatar",
  cron: "Cron expression",
  digestKey: "Group by",
  disableOutputSanitization: "Do not escape variables",
  editorType: "Editor",
  feedId: "Feed",
  from: "Sender",
  layoutId: "Layout",
  primaryAction: "Primary action",
  providers: "Blocks by provider",
  redirect: "Redirect URL",
  secondaryAction: "Secondary action",
  skip: "Condition",
  throttleKey: "Group by",
  timezone: "Time zone",
};

/** Returns the name of a field of a step's content: "lookBackWindow" is "Look back window". */
export function valueLabel(field: string, type: StepV2["type"]): string {
  if (type === "push" && field === "subject") return "Title";
  const words = field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/_/g, " ");
  return VALUES[field] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
