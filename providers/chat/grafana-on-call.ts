import { z } from "zod";
import { optional, text } from "../credentials.ts";
import { chatProvider } from "../provider.ts";
import { postToWebhook } from "./post-to-webhook.ts";

/** Formatted webhooks of Grafana OnCall, one for each subscriber. */
export const grafanaOnCall = chatProvider({
  id: "grafana-on-call",
  name: "Grafana On Call Webhook",
  docs: "https://grafana.com/docs/grafana-cloud/alerting-and-irm/irm/configure/integrations/webhooks/incoming-webhooks/oncall-webhooks/",
  fields: { casing: "snake" },
  uncoded: "Grafana OnCall answers sentences",
  credentials: z.object({
    alertUid: optional(text("Alert UID")),
    title: optional(text("Title.")),
    imageUrl: optional(text("Image URL")),
    state: optional(text("Alert State")),
    externalLink: optional(text("External Link")),
  }),
  async send({ id, webhookUrl, content, customData }, { alertUid, title, imageUrl, state, externalLink }, { http }) {
    const reply = await postToWebhook(http, webhookUrl, {
      // Fields that are not set are left out of the JSON.
      json: {
        alert_uid: alertUid,
        title,
        image_url: imageUrl,
        state,
        link_to_upstream_details: externalLink,
        message: content,
        ...customData,
      },
    });
    return { id, date: reply.date };
  },
});
