import { z } from "zod";
import { type HttpReply, jsonOf } from "../http-reply.ts";
import { chatProvider } from "../provider.ts";
import type { ErrorClass } from "../provider-error.ts";
import { AT_MENTIONS } from "./at-mentions.ts";
import { postToWebhook } from "./post-to-webhook.ts";

/** Reasons whose status alone would mean something else: server/channels/app/webhook.go of the vendor. */
const REASONS: ReadonlyMap<string, ErrorClass> = new Map([
  // With status 400.
  ["web.incoming_webhook.invalid.app_error", "CREDENTIAL"],
  // With status 501.
  ["web.incoming_webhook.disabled.app_error", "CREDENTIAL"],
  // With status 403: the address is good, but not for the channel that the message names.
  ["web.incoming_webhook.channel_locked.app_error", "PERMANENT"],
]);
const Refusal = z.object({ id: z.string() });

/** Mattermost's incoming webhooks, one for each subscriber. */
export const mattermost = chatProvider({
  id: "mattermost",
  name: "Mattermost",
  docs: "https://developers.mattermost.com/integrate/webhooks/incoming/",
  fields: { casing: "snake" },
  escapes: AT_MENTIONS,
  credentials: z.object({}),
  async send({ id, webhookUrl, channel, content, customData }, _credentials, { http }) {
    const reply = await postToWebhook(http, webhookUrl, {
      json: { text: content, ...(channel && { channel }), ...customData },
      classify,
    });
    return { id: reply.headers.get("x-request-id") ?? id, date: reply.date };
  },
});

function classify({ text }: HttpReply): ErrorClass | undefined {
  const { data: refusal } = Refusal.safeParse(jsonOf(text));
  return refusal && REASONS.get(refusal.id);
}
