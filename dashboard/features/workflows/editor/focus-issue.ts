import { unfold } from "#dashboard/forms/form-section.tsx";

declare module "@tanstack/history" {
  interface HistoryState {
    /** The step is opened for its first issue, whose field then has the focus. */
    focusIssue?: boolean;
  }
}

const INVALID = [
  "input[aria-invalid='true']",
  "textarea[aria-invalid='true']",
  "[contenteditable][aria-invalid='true']",
  "[data-invalid] input",
  "[data-invalid] button",
  // Issues of variables are underlined, and make the field invalid, only once its text has been checked.
  "[data-has-issue] textarea",
  "[data-has-issue] [contenteditable]",
];

/** Moves the focus to the first field of the open step that has an issue; false when no field has one. */
export function focusFirstIssue(): boolean {
  const field = document.querySelector("[data-step-editor]")?.querySelector<HTMLElement>(INVALID.join());
  if (field) unfold(field);
  field?.focus();
  field?.scrollIntoView({ block: "center" });
  return field !== null && field !== undefined;
}
