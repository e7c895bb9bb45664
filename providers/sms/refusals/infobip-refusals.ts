import type { Refusals } from "../../refusals.ts";

/** Names of errors and of the statuses of messages: https://www.infobip.com/docs/essentials/response-status-and-error-codes. */
export const infobipRefusals: Refusals = {
  UNAUTHORIZED: {
    text: "Infobip does not accept the API key of the integration, or its base URL is that of another account",
    class: "CREDENTIAL",
  },
  FORBIDDEN: { text: "The API key of the integration may not send messages", class: "CREDENTIAL" },
  BAD_REQUEST: "Infobip cannot read the message",
  TOO_MANY_REQUESTS: { text: "The Infobip account makes more calls than it may", class: "RATE" },
  REJECTED_NETWORK: "The Infobip account may not send to the recipient's network",
  REJECTED_PREFIX_MISSING:
    "The recipient's number has no country code: store it in international form, such as +4915112345678",
  REJECTED_DND: "The recipient is on a list of people who want no messages",
  REJECTED_SOURCE: "The sender is not registered for the Infobip account",
  REJECTED_NOT_ENOUGH_CREDITS: { text: "The Infobip account has no credit left", class: "FUNDS" },
  REJECTED_SENDER: "The sender is blocked for the Infobip account",
  REJECTED_DESTINATION: "The recipient is blocked for the Infobip account",
  REJECTED_INVALID_DESTINATION: "The recipient's number is not valid",
  REJECTED_PREPAID_PACKAGE_EXPIRED: { text: "The credit of the Infobip account has expired", class: "FUNDS" },
  REJECTED_DESTINATION_NOT_REGISTERED: "A trial account of Infobip sends to its own number alone: upgrade the account",
  REJECTED_ROUTE_NOT_AVAILABLE: "There is no route to the recipient for the Infobip account",
  REJECTED_FLOODING_FILTER: "The recipient has got too many messages, or the same one too often, within an hour",
  REJECTED_SYSTEM_ERROR: "Infobip has a fault of its own",
  REJECTED_DUPLICATE_MESSAGE_ID: "Infobip has taken a message with this id before",
  REJECTED_INVALID_UDH: "The message has a form that Infobip does not take",
  REJECTED_MESSAGE_TOO_LONG: "The message is too long",
  MISSING_TO: "The message has no recipient",
  EC_ABSENT_SUBSCRIBER: "The recipient's phone is switched off or out of reach",
  EC_UNKNOWN_SUBSCRIBER: "The recipient's number does not exist",
};
