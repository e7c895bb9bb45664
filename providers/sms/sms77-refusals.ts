import type { Refusals } from "../refusals.ts";

/** Codes of answers: https://docs.seven.io/en/rest-api/return-codes. */
export const sms77Refusals: Refusals = {
  201: "The sender is not valid: at most 11 letters and digits, or 16 digits",
  202: "The recipient's phone number is not valid",
  300: "seven.io does not accept the API key of the integration",
  301: "The subscriber has no phone number",
  305: "The message is empty, or has characters that cannot be sent",
  401: "The message is too long",
  402: "The same message went to this recipient within the last 180 seconds",
  403: "The limit of messages to this recipient on one day is reached",
  500: "The account at seven.io has no credit left",
  600: "The carrier failed to take the message",
  700: "seven.io has a fault of its own",
  900: "seven.io does not accept the API key of the integration",
  901: "seven.io does not accept the signature of the call",
  902: "The API key of the integration may not send messages",
  903: "The address of this installation is not among those that the account allows",
};
