import type { Refusals } from "../../refusals.ts";

/** Codes of errors: https://dev.mailjet.com/email/guides/send-api-v31/#send-api-errors. */
export const mailjetRefusals: Refusals = {
  "mj-0001": { text: "Mailjet has suspended the API key of the integration", class: "CREDENTIAL" },
  "mj-0002": "Mailjet cannot read the mail",
  "mj-0003": "A field that Mailjet requires is missing",
  "mj-0004": "A field of the mail has a value of the wrong type",
  "mj-0005": "A field of the mail has a value that Mailjet does not take",
  "mj-0006": "A field of the mail is too long",
  "mj-0007": "The mail has no recipient",
  "mj-0008": "A list of the mail is too long: at most 50 entries",
  "mj-0011": "The mail is too large",
  "mj-0012": "A field of the mail is empty",
  "mj-0013": "An address of the mail is not valid",
  "mj-0015": { text: "Mailjet does not accept API key and secret of the integration: check both", class: "CREDENTIAL" },
  "send-0003": "The mail has no content",
  "send-0004": "The mail has a content besides that of its template",
  "send-0006": {
    text: "The Mailjet account may not set a sender of its own: ask the vendor to permit it",
    class: "CREDENTIAL",
  },
  "send-0007": { text: "The sender is not validated at Mailjet", class: "CREDENTIAL" },
  "send-0008": {
    text: "The sender is not one of the Mailjet account: add its address or domain there",
    class: "CREDENTIAL",
  },
  "send-0010": "The template does not exist, or belongs to another Mailjet account",
  "send-0011": "A header of the mail is one that Mailjet sets itself",
  "send-0012": "The mail is to be sent once in a campaign, and names none",
  "send-0015": "The mail has too many recipients",
  "send-0016": "The mail has settings of template errors without a template",
};
