import type { Refusals } from "../../refusals.ts";

/** Codes of errors: https://docs.gupshup.io/docs/error-codes. */
export const gupshupRefusals: Refusals = {
  100: { text: "Gupshup has a fault of its own", class: "RETRY" },
  101: "A parameter that Gupshup requires is missing",
  102: { text: "Gupshup does not accept user id and password of the integration: check both", class: "CREDENTIAL" },
  103: { text: "Gupshup does not know the user id of the integration", class: "CREDENTIAL" },
  104: { text: "The Gupshup account is disabled", class: "CREDENTIAL" },
  105: "The recipient's phone number is not valid: store it in international form, such as +4915112345678",
  106: { text: "The Gupshup account may not send messages: ask the vendor to enable it", class: "CREDENTIAL" },
  107: "Gupshup does not know the version of the call",
  108: "The sender is not a valid mask: a number of ten digits, or at most eight letters and digits",
  109: "The parameter for people who want no messages is not valid: true or false",
};
