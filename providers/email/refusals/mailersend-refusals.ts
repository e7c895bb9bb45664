import type { Refusals } from "../../refusals.ts";

/** Codes at the end of sentences, and types of warnings: https://developers.mailersend.com/api/v1/email.html and https://developers.mailersend.com/general#rate-limits. */
export const mailersendRefusals: Refusals = {
  MS42207: { text: "The domain of the sender is not verified at MailerSend: verify it there", class: "CREDENTIAL" },
  MS42225: { text: "A trial account of MailerSend sends to few recipients: upgrade the account", class: "FUNDS" },
  MS42901: { text: "The MailerSend account has made as many calls as it may on one day", class: "RATE" },
  MS42903: { text: "The MailerSend account makes more calls a minute than it may", class: "RATE" },
  ALL_SUPPRESSED: "All recipients are on a suppression list of the MailerSend account",
};
