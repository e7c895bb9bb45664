import type { Refusals } from "../../refusals.ts";

/** Error codes of reports: https://www.plivo.com/docs/messaging/troubleshooting/error-codes. Its answers have sentences alone. */
export const plivoReportErrors: Refusals = {
  10: "The message has a form that the carrier does not take",
  20: "The carrier's network failed",
  30: "The carrier has filtered the message as spam",
  40: { text: "The sender is not valid", class: "CREDENTIAL" },
  50: "The recipient's phone number is not valid",
  60: "Messages go round in a circle between these numbers",
  70: "The recipient's number is not in use any more",
  80: "The recipient's phone is switched off or out of reach",
  90: "There is no route to the recipient's number",
  100: "The carrier does not take this message",
  110: "The message is too long",
  120: "The files of the message are larger than 5 MB",
  130: "A file of the message is of a type that is not sent",
  140: "The files of the message could not be processed",
  200: "The recipient has replied STOP to this number and gets no messages until they reply START",
  201: "The number that sends is blocked for this recipient",
  300: "Plivo failed to hand the message over",
  420: "The message expired before the carrier delivered it",
  450: "The Plivo account may not send to this country: enable it there",
  900: { text: "The Plivo account has no credit left", class: "FUNDS" },
  910: { text: "The Plivo account is disabled", class: "CREDENTIAL" },
  1000: "The carrier gave no reason",
};
