import type { Refusals } from "../refusals.ts";

/** Ids of errors, without `.app_error` at their end: `HandleIncomingWebhook` in https://github.com/mattermost/mattermost/blob/master/server/channels/app/webhook.go. */
export const mattermostRefusals: Refusals = {
  "web.incoming_webhook.invalid": { text: "The webhook does not exist any more", class: "CREDENTIAL" },
  "web.incoming_webhook.disabled": {
    text: "Incoming webhooks are switched off on the Mattermost server",
    class: "CREDENTIAL",
  },
  "web.incoming_webhook.channel": "The channel does not exist",
  "app.channel.get.existing": "The channel does not exist any more",
  "web.incoming_webhook.channel_locked": {
    text: "The webhook may write to its own channel alone: leave out the channel of the credentials",
    class: "PERMANENT",
  },
  "web.incoming_webhook.permissions": "The user who made the webhook may not write to this channel",
  "web.incoming_webhook.user": "The user does not exist",
  "web.incoming_webhook.text": "The message is empty",
  "web.incoming_webhook.parse": "Mattermost cannot read the message",
  "web.incoming_webhook.decode": "Mattermost cannot read the message",
  "web.incoming_webhook.split_props_length": "The attachments of the message are too long",
};
