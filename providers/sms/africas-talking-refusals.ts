import type { Refusals } from "../refusals.ts";

/** Status codes of recipients: https://developers.africastalking.com/docs/sms/sending/bulk. */
export const africasTalkingRefusals: Refusals = {
  401: "The message is held, as Africa's Talking takes it for a risk",
  402: "The sender is not one that is registered with Africa's Talking",
  403: "The recipient's phone number is not valid",
  404: "The recipient's number is of a kind that gets no messages",
  405: "The account at Africa's Talking has no credit left",
  406: "The recipient has opted out of messages from this sender",
  407: "There is no route to the recipient's number",
  409: "The recipient is on a list of people who want no messages",
  500: "Africa's Talking has a fault of its own",
  501: "The gateway of Africa's Talking failed",
  502: "The carrier refused the message",
};
