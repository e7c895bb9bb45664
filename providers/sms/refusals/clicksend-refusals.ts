import type { Refusals } from "../../refusals.ts";

/** Statuses of messages: https://developers.clicksend.com/docs/#application-status-codes. */
export const clicksendRefusals: Refusals = {
  INSUFFICIENT_CREDIT: { text: "The ClickSend account has no credit left", class: "FUNDS" },
  INVALID_RECIPIENT: "The recipient's phone number is not valid",
  INVALID_SENDER_ID: "The sender is not one that the ClickSend account may use",
  COUNTRY_NOT_ENABLED: "The ClickSend account may not send to this country: enable it there",
  EMPTY_MESSAGE: "The message is empty",
  MISSING_REQUIRED_FIELDS: "A field that ClickSend requires is missing",
  MISSING_CREDENTIALS: {
    text: "ClickSend does not accept user name and API key of the integration",
    class: "CREDENTIAL",
  },
  INVALID_CREDENTIALS: {
    text: "ClickSend does not accept user name and API key of the integration",
    class: "CREDENTIAL",
  },
  UNAUTHORIZED: { text: "ClickSend does not accept user name and API key of the integration", class: "CREDENTIAL" },
  FORBIDDEN: { text: "The user of the integration may not send messages", class: "CREDENTIAL" },
  ACCOUNT_NOT_ACTIVATED: { text: "The ClickSend account is not activated", class: "CREDENTIAL" },
  THROTTLED: { text: "The same text went to this recipient a moment ago", class: "RECIPIENT_RATE" },
  TOO_MANY_REQUESTS: { text: "The ClickSend account makes more calls than it may", class: "RATE" },
  INTERNAL_ERROR: { text: "ClickSend has a fault of its own", class: "RETRY" },
  INTERNAL_SERVER_ERROR: { text: "ClickSend has a fault of its own", class: "RETRY" },
};
