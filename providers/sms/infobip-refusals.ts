import type { Refusals } from "../refusals.ts";

/** Names of errors and of the statuses of messages: https://www.infobip.com/docs/essentials/response-status-and-error-codes. */
export const infobipRefusals: Refusals = {
  UNAUTHORIZED: "Infobip does not accept the API key of the integration, or its base URL is that of another account",
  TOO_MANY_REQUESTS: "The Infobip account makes more calls than it may",
  REJECTED_NETWORK: "The Infobip account may not send to the recipient's network",
  REJECTED_PREFIX_MISSING:
    "The recipient's number has no country code: store it in international form, such as +4915112345678",
  REJECTED_DND: "The recipient is on a list of people who want no messages",
  REJECTED_SOURCE: "The sender is one that the recipient's carrier does not take",
  REJECTED_NOT_ENOUGH_CREDITS: "The Infobip account has no credit left",
  REJECTED_SENDER: "The sender is blocked for the Infobip account",
  REJECTED_DESTINATION: "The recipient's number is blocked for the Infobip account",
  REJECTED_PREPAID_PACKAGE_EXPIRED: "The credit of the Infobip account has expired",
  REJECTED_DESTINATION_NOT_REGISTERED: "A trial account of Infobip sends to its own number alone: upgrade the account",
  REJECTED_ROUTE_NOT_AVAILABLE: "There is no route to the recipient's number",
  REJECTED_FLOODING_FILTER: "The recipient has got the same message too often in a short time",
  REJECTED_SYSTEM_ERROR: "Infobip has a fault of its own",
  REJECTED_DUPLICATE_MESSAGE_ID: "Infobip has taken a message with this id before",
  REJECTED_MESSAGE_TOO_LONG: "The message is too long",
  MISSING_TO: "The subscriber has no phone number",
  EC_ABSENT_SUBSCRIBER: "The recipient's phone is switched off or out of reach",
  EC_UNKNOWN_SUBSCRIBER: "The recipient's number does not exist",
};
