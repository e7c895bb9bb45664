import type { Refusals } from "../refusals.ts";

/** Errors of incoming webhooks, of which those of class CREDENTIAL mean that the address is gone: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks#handling_errors. */
export const slackRefusals: Refusals = {
  invalid_payload: "Slack cannot read the message",
  no_text: "The message is empty",
  too_many_attachments: "The message has more than 100 attachments",
  invalid_attachments: "An attachment of the message is not valid",
  invalid_blocks: "A block of the message is not valid",
  channel_not_found: { text: "The channel does not exist any more", class: "CREDENTIAL" },
  channel_is_archived: { text: "The channel is archived", class: "CREDENTIAL" },
  action_prohibited: { text: "An administrator of the workspace does not permit such messages", class: "CREDENTIAL" },
  posting_to_general_channel_denied: "An administrator does not permit messages to the general channel",
  user_not_found: "The user does not exist",
  no_service: { text: "The webhook is switched off or was removed", class: "CREDENTIAL" },
  no_service_id: { text: "The webhook was removed", class: "CREDENTIAL" },
  no_active_hooks: { text: "The webhook is switched off", class: "CREDENTIAL" },
  no_team: { text: "The workspace does not exist any more", class: "CREDENTIAL" },
  team_disabled: "The workspace is closed",
  invalid_token: { text: "The webhook URL is not valid", class: "CREDENTIAL" },
  account_inactive: "The account that made the webhook is closed",
  token_revoked: { text: "The webhook was removed", class: "CREDENTIAL" },
  msg_too_long: "The message is too long",
  rollup_error: "Slack has a fault of its own",
};
