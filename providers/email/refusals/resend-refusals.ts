import type { Refusals } from "../../refusals.ts";

/** Names of errors: https://resend.com/docs/api-reference/errors. */
export const resendRefusals: Refusals = {
  missing_api_key: { text: "The integration has no API key", class: "CREDENTIAL" },
  invalid_api_key: { text: "Resend does not accept the API key of the integration", class: "CREDENTIAL" },
  // The spelling of Resend's own SDK.
  invalid_api_Key: { text: "Resend does not accept the API key of the integration", class: "CREDENTIAL" },
  suspended_api_key: { text: "Resend has suspended the API key of the integration", class: "CREDENTIAL" },
  restricted_api_key: "The API key of the integration may only send mails",
  invalid_from_address: { text: "The sender is not a valid address", class: "CREDENTIAL" },
  invalid_region: { text: "The region of the Resend account is not valid", class: "CREDENTIAL" },
  validation_error: "Resend refused a field of the mail, or the domain of the sender is not verified",
  missing_required_field: "A field that Resend requires is missing",
  invalid_access: "The API key of the integration may not send mails",
  not_found: "Resend does not know what the mail names",
  invalid_attachment: "An attached file has neither content nor path",
  invalid_parameter: "A parameter of the mail is not valid",
  daily_quota_exceeded: { text: "The Resend account has sent what it may send on one day", class: "FUNDS" },
  monthly_quota_exceeded: { text: "The Resend account has sent what it may send in one month", class: "FUNDS" },
  rate_limit_exceeded: "The Resend account makes more calls than it may",
  invalid_idempotency_key: "The id of the mail is longer than 256 characters",
  invalid_idempotent_request: "Resend has taken another mail under the id of this one",
  concurrent_idempotent_requests: { text: "An earlier attempt to send this mail is still under way", class: "RETRY" },
  security_error: "Resend holds the mail for a risk",
  application_error: "Resend has a fault of its own",
  internal_server_error: "Resend has a fault of its own",
};
