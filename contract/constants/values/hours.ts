/** Channels whose messages wait for the subscriber's hours. An inbox is there at any time. */
export const HOURS_CHANNELS = ["email", "sms", "chat", "push"] as const;

/**
 * The way of a step with a message outside the subscriber's hours: hold it back until they open, send one message for all
 * events that are held back until then, or leave it out.
 */
export const OUTSIDE_HOURS = ["defer", "merge", "drop"] as const;
export type OutsideHours = (typeof OUTSIDE_HOURS)[number];
