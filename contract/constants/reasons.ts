/** Why a step of a run ends as it does: product-and-ux.md C, row 5. */
export const STEP_REASONS = [
  "sent",
  "waited",
  "digest_sent",
  "digest_joined",
  "digest_let_through",
  "conditions_not_met",
  "preference_off",
  "condition_failed",
  "webhook_not_asked",
  "no_integration",
  "no_destination",
  "provider_limit",
  "content_not_generated",
  "tenant_not_found",
  "subscriber_not_found",
  "wait_invalid",
  "earlier_step_failed",
  "merged_into_digest",
  "not_reached",
  "not_processed",
] as const;
export type StepReason = (typeof STEP_REASONS)[number];
