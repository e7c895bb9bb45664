import type { Refusals } from "../refusals.ts";

/** Errors of incoming webhooks: https://api.slack.com/messaging/webhooks#handling_errors. */
export const slackRefusals: Refusals = {
  invalid_payload: "Slack cannot read the message",
  no_text: "The message is empty",
  too_many_attachments: "The message has more than 100 attachments",
  invalid_attachments: "An attachment of the message is not valid",
  invalid_blocks: "A block of the message is not valid",
  channel_not_found: "The channel does not exist any more",
  channel_is_archived: "The channel is archived",
  action_prohibited: "An administrator of the workspace does not permit such messages",
  posting_to_general_channel_denied: "An administrator does not permit messages to the general channel",
  user_not_found: "The user does not exist",
  no_service: "The webhook is switched off or was removed",
  no_service_id: "The webhook was removed",
  no_active_hooks: "The webhook is switched off",
  no_team: "The workspace does not exist any more",
  team_disabled: "The workspace is closed",
  invalid_token: "The webhook URL is not valid",
  account_inactive: "The account that made the webhook is closed",
  token_revoked: "The webhook was removed",
  msg_too_long: "The message is too long",
  rollup_error: "Slack has a fault of its own",
};
