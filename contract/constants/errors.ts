/** Everything that can go wrong by a caller's doing. `api/plugins/errors.ts` maps each to its HTTP status. */
export const ERROR_CODES = [
  "invalid_input",
  "unauthorized",
  "plan_limit_reached",
  "forbidden",
  "second_factor_demanded",
  "not_found",
  "conflict",
  "answer_not_kept",
  "link_expired",
  "workflow_not_found",
  "idempotency_key_reused",
  "payload_too_large",
  "too_many_requests",
  "unavailable",
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];
