import type { Refusals } from "../refusals.ts";

/** API error codes: https://postmarkapp.com/developer/api/overview#error-codes. */
export const postmarkRefusals: Refusals = {
  10: "Postmark does not accept the server token of the integration",
  100: "Postmark is in maintenance",
  300: "An address, the subject or another field of the mail is not valid",
  400: "The sender is not known to Postmark: add a sender signature or a domain for it",
  401: "The sender is not confirmed at Postmark: follow the link in its mail, or verify the domain",
  402: "Postmark could not read the mail",
  405: "The Postmark account has no credit left",
  406: "The recipient is inactive at Postmark, as an earlier mail bounced, was marked as spam, or was unsubscribed from: reactivate the address there",
  411: "An attached file is of a type that Postmark does not send",
  412: "The Postmark account awaits its approval: until then it sends to its own domain alone",
  413: "The Postmark account may not send",
  429: "The Postmark account makes more calls than it may",
  1101: "Postmark does not know the template",
};
