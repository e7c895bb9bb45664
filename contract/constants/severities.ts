/** How much a message matters, the most first: inboxes count and show them apart. */
export const SEVERITIES = ["high", "medium", "low", "none"] as const;
export type Severity = (typeof SEVERITIES)[number];
