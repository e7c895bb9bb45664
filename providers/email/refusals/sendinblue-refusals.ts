import type { Refusals } from "../../refusals.ts";

/** Codes of errors of Brevo: https://developers.brevo.com/docs/how-it-works#error-codes. */
export const sendinblueRefusals: Refusals = {
  unauthorized: {
    text: "Brevo does not accept the API key of the integration, or not from the address of this installation",
    class: "CREDENTIAL",
  },
  permission_denied: {
    text: "The Brevo account may not send mails: ask for the activation of transactional mails",
    class: "CREDENTIAL",
  },
  account_under_validation: { text: "Brevo is still checking the account", class: "CREDENTIAL" },
  not_enough_credits: { text: "The Brevo account has no credit left", class: "FUNDS" },
  invalid_parameter: "A field of the message is not valid",
  missing_parameter: "A field that Brevo requires is missing",
  document_not_found: "Brevo does not know what the message names",
  too_many_requests: "The Brevo account makes more calls than it may",
};
