/** Why a workflow or a subscriber was paused. */
export const PAUSE_REASONS = ["subscriber_messages", "workflow_events", "workflow_messages"] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

/** Values that only a fault reaches: a loop that triggers itself, or a list that was sent again and again. */
export const DEFAULT_SAFETY_CAPS = {
  messagesPerSubscriberPerHour: 2_000,
  eventsPerWorkflowPerMinute: 100_000,
  messagesPerWorkflowPerMinute: 1_000_000,
} as const;

/** A cap does not pause again so soon after somebody has continued: what had waited goes out. */
export const CONTINUED_FOR_MINUTES = 60;
