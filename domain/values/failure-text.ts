import type { StepReason } from "#contract/constants/reasons.ts";

/** Sentences for groups of failed steps, which say nothing of a single one; `stepReason` has those of runs. */
const TEXTS: Partial<Record<StepReason, (type: string) => string>> = {
  subscriber_not_found: () => "The subscriber was deleted before the step",
  tenant_not_found: () => "The tenant of the event was deleted before the step",
  webhook_failed: () => "The webhook of a condition gave no answer",
  condition_failed: () => "A condition could not be evaluated",
  no_integration: (type) => `No active integration of ${type} could be used`,
  provider_limit: () => "The limit of a demo provider was reached",
  layout_not_found: () => "A layout that the event names does not exist",
  content_not_generated: () => "The content could not be rendered",
  no_destination: (type) =>
    type === "email"
      ? "The subscriber had no email address"
      : type === "sms"
        ? "The subscriber had no phone number"
        : `The subscriber had no connection for ${type}`,
  provider_refused: () => "The provider did not send the message",
  wait_invalid: () => "The step's settings could not be used with the event's data",
  wait_too_long: () => "The wait is longer than the plan of the organisation allows",
  workflow_not_started: () => "The other workflow could not be started",
  bridge_failed: () => "The bridge gave no result",
  request_failed: () => "The HTTP request failed",
  execution_ended: () => "The execution was ended before the step",
  not_stored: () => "The step could not be stored",
};

/** Says why the steps of a group failed. */
export const failureText = (reason: StepReason, stepType: string): string =>
  TEXTS[reason]?.(stepType) ?? "The step could not be processed";
