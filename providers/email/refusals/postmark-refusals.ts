import type { Refusals } from "../../refusals.ts";

/** API error codes: https://postmarkapp.com/developer/api/overview#error-codes. */
export const postmarkRefusals: Refusals = {
  10: { text: "Postmark does not accept the server token of the integration", class: "CREDENTIAL" },
  100: { text: "Postmark is in maintenance", class: "RETRY" },
  300: "An address, the subject or another field of the mail is not valid",
  400: { text: "The sender is not known to Postmark: add a sender signature or a domain for it", class: "CREDENTIAL" },
  401: {
    text: "The sender is not confirmed at Postmark: follow the link in its mail, or verify the domain",
    class: "CREDENTIAL",
  },
  402: "Postmark could not read the mail",
  403: "A field of the mail has a name or a type that Postmark does not take",
  405: { text: "The Postmark account has no credit left", class: "FUNDS" },
  406: "The recipient is inactive at Postmark, as an earlier mail bounced, was marked as spam, or was unsubscribed from: reactivate the address there",
  411: "An attached file is of a type that Postmark does not send",
  412: {
    text: "The Postmark account awaits its approval: until then it sends to its own domain alone",
    class: "FUNDS",
  },
  413: { text: "The Postmark account may not send", class: "FUNDS" },
  429: { text: "The Postmark account makes more calls than it may", class: "RATE" },
  1101: "Postmark does not know the template",
};
