import type { Refusals } from "../refusals.ts";

/** Codes of errors: https://zulip.com/api/rest-error-handling. */
export const zulipRefusals: Refusals = {
  INVALID_API_KEY: "Zulip does not accept the key in the webhook URL",
  BAD_REQUEST: "Zulip cannot read the message",
  STREAM_DOES_NOT_EXIST: "The channel does not exist",
  NONEXISTENT_SUBDOMAIN: "The organization does not exist",
  UNAUTHENTICATED_USER: "Zulip does not accept the key in the webhook URL",
  UNAUTHORIZED_PRINCIPAL: "The bot may not write to this channel",
  USER_DEACTIVATED: "The bot is deactivated",
  REALM_DEACTIVATED: "The organization is deactivated",
  RATE_LIMIT_HIT: "The bot sends more than it may",
};
