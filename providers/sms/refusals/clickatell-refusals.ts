import type { Refusals } from "../../refusals.ts";

/** Codes of errors of One API: https://docs.clickatell.com/channels/one-api/one-api-reference/. Those of the older generation come with sentences, and are other ones. */
export const clickatellRefusals: Refusals = {
  1: { text: "Clickatell does not accept the API key of the integration", class: "CREDENTIAL" },
  2: { text: "The Clickatell account is not active", class: "CREDENTIAL" },
  3: { text: "The integration at Clickatell is not active", class: "CREDENTIAL" },
  7: {
    text: "The address of this installation is not among those that the Clickatell account allows",
    class: "CREDENTIAL",
  },
  18: { text: "Clickatell has a fault of its own", class: "RETRY" },
  19: { text: "Clickatell has a fault of its own", class: "RETRY" },
  20: { text: "The Clickatell account has no credit left", class: "FUNDS" },
  21: "Clickatell cannot read the message",
  23: "A parameter that Clickatell requires is missing, or has a value that it does not take",
  24: "The message is too long",
  25: "The recipient's phone number is not valid",
  26: "The recipient has opted out of messages",
  27: "The recipient cannot be reached on this channel",
  28: "The recipient's number is not among the test numbers of the sandbox: add it there, or leave the sandbox",
  39: { text: "The integration at Clickatell has no text messages", class: "CREDENTIAL" },
  43: { text: "The Clickatell account makes more calls than it may", class: "RATE" },
  44: { text: "The number that sends is suspended", class: "CREDENTIAL" },
  45: { text: "The number that sends does not belong to the integration at Clickatell", class: "CREDENTIAL" },
  46: { text: "The trial of the Clickatell account has ended", class: "FUNDS" },
};
