/**
 * `hold`: a run whose step is about to begin, or cannot be decided yet because a webhook has to be asked again. `retry`: a
 * send that failed and is tried again. `wait`: a step of any other type that waits.
 */
export const WAITING_KINDS = ["delay", "digest", "hold", "retry", "wait"] as const;
export type WaitingKind = (typeof WAITING_KINDS)[number];
