import type { Refusals } from "../refusals.ts";

/** Names of errors: https://resend.com/docs/api-reference/errors. */
export const resendRefusals: Refusals = {
  missing_api_key: "The integration has no API key",
  invalid_api_key: "Resend does not accept the API key of the integration",
  restricted_api_key: "The API key of the integration may only send mails",
  invalid_from_address: "The sender is not a valid address",
  invalid_region: "The region of the Resend account is not valid",
  validation_error: "Resend refused a field of the mail, or the domain of the sender is not verified",
  missing_required_field: "A field that Resend requires is missing",
  invalid_attachment: "An attached file has neither content nor path",
  invalid_parameter: "A parameter of the mail is not valid",
  daily_quota_exceeded: "The Resend account has sent what it may send on one day",
  monthly_quota_exceeded: "The Resend account has sent what it may send in one month",
  rate_limit_exceeded: "The Resend account makes more calls than it may",
  invalid_idempotent_request: "Resend has taken another mail under the id of this one",
  concurrent_idempotent_requests: "An earlier attempt to send this mail is still under way",
  security_error: "Resend holds the mail for a risk",
  application_error: "Resend has a fault of its own",
  internal_server_error: "Resend has a fault of its own",
};
