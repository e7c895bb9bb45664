import type { Refusals } from "../refusals.ts";

/** Statuses of messages: https://developers.clicksend.com/docs/messaging/sms/other/application-status-codes. */
export const clicksendRefusals: Refusals = {
  INSUFFICIENT_CREDIT: "The ClickSend account has no credit left",
  INVALID_RECIPIENT: "The recipient's phone number is not valid",
  INVALID_SENDER_ID: "The sender is not one that the ClickSend account may use",
  COUNTRY_NOT_ENABLED: "The ClickSend account may not send to this country: enable it there",
  UNSUBSCRIBED: "The recipient has opted out of messages",
  OPT_OUT: "The recipient has opted out of messages",
  MISSING_CREDENTIALS: "ClickSend does not accept user name and API key of the integration",
  INVALID_CREDENTIALS: "ClickSend does not accept user name and API key of the integration",
  UNAUTHORIZED: "ClickSend does not accept user name and API key of the integration",
  ACCOUNT_NOT_ACTIVATED: "The ClickSend account is not activated",
  THROTTLED: "The ClickSend account sends more than it may",
  TOO_MANY_REQUESTS: "The ClickSend account makes more calls than it may",
  INTERNAL_SERVER_ERROR: "ClickSend has a fault of its own",
};
