import type { Refusals } from "../../refusals.ts";

/** Codes of answers: https://www.firetext.co.uk/docs. */
export const firetextRefusals: Refusals = {
  1: { text: "FireText does not accept the API key of the integration", class: "CREDENTIAL" },
  2: "The recipient's phone number is not valid",
  3: "The sender is not valid: 3 to 11 letters and digits, or a number",
  5: "The message is empty, or too long",
  6: "The time at which the message is to go out is not valid",
  7: { text: "The FireText account has no credit left", class: "FUNDS" },
};
