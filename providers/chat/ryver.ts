import { z } from "zod";
import { chatProvider } from "../provider.ts";
import { AT_MENTIONS } from "./at-mentions.ts";
import { postToWebhook } from "./post-to-webhook.ts";

/** Ryver's incoming webhooks in its own format, one for each subscriber. */
export const ryver = chatProvider({
  id: "ryver",
  name: "Ryver",
  docs: "https://api.ryver.com/ryvhooks_simple_incoming.html",
  escapes: AT_MENTIONS,
  uncoded: "Ryver answers sentences",
  credentials: z.object({}),
  async send({ id, webhookUrl, content, customData }, _credentials, { http }) {
    const reply = await postToWebhook(http, webhookUrl, { json: { body: content, ...customData } });
    return { id, date: reply.date };
  },
});
