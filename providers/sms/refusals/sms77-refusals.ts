import type { Refusals } from "../../refusals.ts";

/** Codes of answers: https://docs.seven.io/en/rest-api/return-codes. */
export const sms77Refusals: Refusals = {
  201: "The sender is not valid: at most 11 letters and digits, or 16 digits",
  202: "The recipient's phone number is not valid",
  300: { text: "The integration has no API key", class: "CREDENTIAL" },
  301: "The subscriber has no phone number",
  305: "The message is empty, or has characters that cannot be sent",
  401: "The message is too long",
  402: "The same message went to this recipient within the last 180 seconds",
  403: "The limit of messages to this recipient on one day is reached",
  500: { text: "The account at seven.io has no credit left", class: "FUNDS" },
  600: { text: "The carrier failed to take the message", class: "RETRY" },
  700: { text: "The gateway of seven.io has a fault of its own", class: "RETRY" },
  900: { text: "seven.io does not accept the API key of the integration", class: "CREDENTIAL" },
  901: { text: "seven.io does not accept the signature of the call", class: "CREDENTIAL" },
  902: { text: "The API key of the integration may not send messages", class: "CREDENTIAL" },
  903: { text: "The address of this installation is not among those that the account allows", class: "CREDENTIAL" },
};
