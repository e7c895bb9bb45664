import type { Refusals } from "../../refusals.ts";

/** Status codes of recipients: https://developers.africastalking.com/docs/sms/sending/bulk. */
export const africasTalkingRefusals: Refusals = {
  401: "The message is held, as Africa's Talking takes it for a risk",
  402: "The sender is not one that is registered with Africa's Talking",
  403: "The recipient's phone number is not valid",
  404: "The recipient's number is of a kind that gets no messages",
  405: { text: "The account at Africa's Talking has no credit left", class: "FUNDS" },
  406: "The recipient has opted out of messages from this sender",
  407: "There is no route to the recipient's number",
  409: "The recipient is on a list of people who want no messages",
  500: { text: "Africa's Talking has a fault of its own", class: "RETRY" },
  501: { text: "The gateway of Africa's Talking failed", class: "RETRY" },
  502: { text: "The carrier refused the message", class: "RETRY" },
};
