/**
 * Seconds for which an attempt holds its key without a renewal. A call mostly takes milliseconds, so that most are never
 * renewed; when a process dies, its keys are free this much later.
 */
export const CLAIM_LEASE_SECONDS = 20;

/** Seconds for which an attempt holds its key at most, however long it takes. */
export const HELD_SECONDS_MAX = 5 * 60;

/** Seconds from the start of a call until its key is forgotten: an answer is kept for 24 hours from when it was sent. */
export const CLAIM_KEPT_SECONDS = 24 * 60 * 60 + HELD_SECONDS_MAX;
